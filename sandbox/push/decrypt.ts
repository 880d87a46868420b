/** The keys of a browser: the private one as JWK, and the public one and the secret as the product gets them. */
export type BrowserKeys = { privateKey: JsonWebKey; p256dh: string; auth: string }

const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const
const text = new TextEncoder()

export const toBase64Url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const fromBase64Url = (value: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

export async function makeBrowserKeys(): Promise<BrowserKeys> {
  const pair = (await crypto.subtle.generateKey(ecdh, true, ['deriveBits'])) as CryptoKeyPair
  return {
    privateKey: (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JsonWebKey,
    p256dh: toBase64Url((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer),
    auth: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
  }
}

async function derive(salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number) {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8))
}

const join = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(parts.flatMap((part) => [...part]))

/** Decrypts a message like a browser does (RFC 8291), which has one record (RFC 8188). Throws if it is not for these keys. */
export async function decryptPush(body: Uint8Array<ArrayBuffer>, { privateKey, p256dh, auth }: BrowserKeys): Promise<string> {
  const keyLength = body[20] ?? 0
  const salt = body.slice(0, 16)
  const recordSize = new DataView(body.buffer, body.byteOffset).getUint32(16)
  const senderKey = body.slice(21, 21 + keyLength)
  const record = body.slice(21 + keyLength)
  if (keyLength !== 65 || record.byteLength > recordSize) throw new Error('This is not a single record of aes128gcm.')
  const own = await crypto.subtle.importKey('jwk', privateKey, ecdh, false, ['deriveBits'])
  const theirs = await crypto.subtle.importKey('raw', senderKey, ecdh, false, [])
  // The types of Workers name this field `$public`, but the standard and all runtimes call it `public`.
  const agreement = { name: 'ECDH', public: theirs } as unknown as SubtleCryptoDeriveKeyAlgorithm
  const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, own, 256))
  const info = join(text.encode('WebPush: info\0'), fromBase64Url(p256dh), senderKey)
  const secret = await derive(fromBase64Url(auth), shared, info, 32)
  const contentKey = await derive(salt, secret, text.encode('Content-Encoding: aes128gcm\0'), 16)
  const nonce = await derive(salt, secret, text.encode('Content-Encoding: nonce\0'), 12)
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, record))
  // The last record ends with the byte 2 and any number of zeros.
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record has no end.')
  return new TextDecoder().decode(padded.slice(0, end))
}
