import { toBase64Url } from '../platform/base64.ts'

/** 32 random bytes, spelled for an address. Only its hash is kept. */
export const makeMailToken = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

export const hashSecret = async (...parts: string[]): Promise<string> =>
  toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join('\n'))))
