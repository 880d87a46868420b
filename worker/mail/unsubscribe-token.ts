import * as v from 'valibot'
import { MailAddress } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type MailTopic, mailTopicKeys } from '../../domain/mail/topics.ts'
import { fromBase64Url, toBase64Url } from '../platform/base64.ts'

const Payload = v.tuple([MailAddress, v.picklist(mailTopicKeys)])

export type UnsubscribeRequest = { email: string; topic: MailTopic }

/** The prefix makes these signatures useless for anything else that is signed with the same secret. */
const bytesToSign = (payload: string) => new TextEncoder().encode(`mail-unsubscribe:${payload}`)

const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** Lets the holder unsubscribe one address from one topic. It never expires, because a person may use the link in an old email. */
export async function signUnsubscribeToken({ email, topic }: UnsubscribeRequest, secret: string): Promise<string> {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify([canonicalAddress(email), topic])))
  const signature = await crypto.subtle.sign('HMAC', await importKey(secret), bytesToSign(payload))
  return `${payload}.${toBase64Url(signature)}`
}

/** Reads the address and topic from a token. Returns null if we did not sign it. */
export async function readUnsubscribeToken(token: string, secret: string): Promise<UnsubscribeRequest | null> {
  const [payload, signature, ...more] = token.split('.')
  if (!payload || !signature || more.length > 0) return null
  const signatureBytes = decodeExactly(signature)
  const payloadBytes = decodeExactly(payload)
  if (!signatureBytes || !payloadBytes) return null
  // `verify` compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', await importKey(secret), signatureBytes, bytesToSign(payload)))) return null
  const parsed = v.safeParse(Payload, readJson(new TextDecoder().decode(payloadBytes)))
  return parsed.success ? { email: parsed.output[0], topic: parsed.output[1] } : null
}

/** The last character of Base64 has unused bits, so one value has several spellings. We accept only the one that we write. */
function decodeExactly(text: string): Uint8Array<ArrayBuffer> | null {
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
