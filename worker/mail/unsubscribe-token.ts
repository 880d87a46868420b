import * as v from 'valibot'
import { MailAddress } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type MailTopic, mailTopicKeys } from '../../domain/mail/topics.ts'
import { fromBase64Url, toBase64Url } from '../platform/base64.ts'

const Payload = v.tuple([MailAddress, v.picklist(mailTopicKeys)])

export type UnsubscribeWish = { email: string; topic: MailTopic }

/** The label keeps these signatures apart from anything else signed with the same secret. */
const signed = (payload: string) => new TextEncoder().encode(`mail-unsubscribe:${payload}`)

const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** Says who may leave which topic. It never expires: a person may act on an old mail. */
export async function signUnsubscribeToken({ email, topic }: UnsubscribeWish, secret: string): Promise<string> {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify([canonicalAddress(email), topic])))
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), signed(payload))
  return `${payload}.${toBase64Url(signature)}`
}

/** The wish a token carries, or null when we did not sign it. */
export async function readUnsubscribeToken(token: string, secret: string): Promise<UnsubscribeWish | null> {
  const [payload, signature, ...more] = token.split('.')
  if (!payload || !signature || more.length > 0) return null
  const signatureBytes = decodeStrictly(signature)
  const payloadBytes = decodeStrictly(payload)
  if (!signatureBytes || !payloadBytes) return null
  // `verify` compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', await keyOf(secret), signatureBytes, signed(payload)))) return null
  const parsed = v.safeParse(Payload, readJson(new TextDecoder().decode(payloadBytes)))
  return parsed.success ? { email: parsed.output[0], topic: parsed.output[1] } : null
}

/** Base64 leaves spare bits in its last letter; only the one spelling we write is accepted. */
function decodeStrictly(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null
  const bytes = fromBase64Url(text)
  return toBase64Url(bytes.buffer) === text ? bytes : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
