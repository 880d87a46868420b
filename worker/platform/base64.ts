import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'

/** Encodes bytes so that they can be part of a URL. */
export const toBase64Url = (bytes: ArrayBuffer | Uint8Array) =>
  encodeBase64Url(bytes instanceof Uint8Array ? bytes.slice().buffer : bytes).replaceAll('=', '')

export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => decodeBase64Url(text)
