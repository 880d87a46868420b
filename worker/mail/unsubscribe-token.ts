import * as v from 'valibot'
import { MailAddress } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type MailTopic, mailTopicKeys } from '../../domain/mail/topics.ts'
import { toBase64Url } from '../platform/base64.ts'
import { decodeExactly, readSignedToken, signToken } from '../platform/signature.ts'

const purpose = 'mail-unsubscribe'
const Payload = v.tuple([MailAddress, v.picklist(mailTopicKeys)])

export type UnsubscribeRequest = { email: string; topic: MailTopic }

/** Lets the holder unsubscribe one address from one topic. It never expires, because a person may use the link in an old email. */
export const signUnsubscribeToken = ({ email, topic }: UnsubscribeRequest, secret: string): Promise<string> =>
  signToken(purpose, toBase64Url(new TextEncoder().encode(JSON.stringify([canonicalAddress(email), topic]))), secret)

/** Reads the address and topic from a token. Returns null if we did not sign it. */
export async function readUnsubscribeToken(token: string, secret: string): Promise<UnsubscribeRequest | null> {
  const payload = await readSignedToken(purpose, token, secret)
  const bytes = payload === null ? null : decodeExactly(payload)
  if (!bytes) return null
  const parsed = v.safeParse(Payload, readJson(new TextDecoder().decode(bytes)))
  return parsed.success ? { email: parsed.output[0], topic: parsed.output[1] } : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
