import { fromBase64Url, toBase64Url } from './base64.ts'

/** The purpose makes a signature useless for anything else that is signed with the same secret. */
const bytesToSign = (purpose: string, payload: string) => new TextEncoder().encode(`${purpose}:${payload}`)

const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** Returns `payload.signature`. The payload must not contain a dot. */
export async function signToken(purpose: string, payload: string, secret: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await importKey(secret), bytesToSign(purpose, payload))
  return `${payload}.${toBase64Url(signature)}`
}

/** Returns the payload of a token, or null if we did not sign it for this purpose. */
export async function readSignedToken(purpose: string, token: string, secret: string): Promise<string | null> {
  const [payload, signature, ...more] = token.split('.')
  if (!payload || !signature || more.length > 0) return null
  const signatureBytes = decodeExactly(signature)
  if (!signatureBytes) return null
  // `verify` compares in constant time.
  return (await crypto.subtle.verify('HMAC', await importKey(secret), signatureBytes, bytesToSign(purpose, payload))) ? payload : null
}

/** The last character of Base64 has unused bits, so one value has several spellings. We accept only the one that we write. */
export function decodeExactly(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null
  const bytes = fromBase64Url(text)
  return toBase64Url(bytes.buffer) === text ? bytes : null
}
