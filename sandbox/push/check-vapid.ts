import { fromBase64Url } from './decrypt.ts'

const maxLifetime = 24 * 60 * 60

/** Checks who sends a message (RFC 8292). Returns what is wrong, or null. */
export async function findVapidFault(
  authorization: string | null,
  { audience, now }: { audience: string; now: number },
): Promise<string | null> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (signature === '') return 'no signature'
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64Url(publicKey), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    const signed = new TextEncoder().encode(`${header}.${claims}`)
    const isSigned = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, fromBase64Url(signature), signed)
    if (!isSigned) return 'wrong signature'
    const { aud, exp, sub } = JSON.parse(new TextDecoder().decode(fromBase64Url(claims)))
    if (aud !== audience) return 'wrong audience'
    if (typeof exp !== 'number' || exp < now / 1000 || exp > now / 1000 + maxLifetime) return 'wrong expiry'
    return /^(mailto:.+@|https:)/.test(String(sub)) ? null : 'no contact'
  } catch {
    return 'unreadable signature'
  }
}
