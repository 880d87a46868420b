import * as v from 'valibot'
import { Id } from '../../domain/ids.ts'
import { MailAddress } from '../../domain/mail/parts.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type MailTopic, mailTopicKeys } from '../../domain/mail/topics.ts'
import type { TopicMail } from '../notifications/topic-mail.ts'
import { toBase64Url } from '../platform/base64.ts'
import { decodeExactly, readSignedToken, signToken } from '../platform/signature.ts'

const purpose = 'mail-unsubscribe'
const Topic = v.picklist(mailTopicKeys)
const Payload = v.union([v.strictTuple([MailAddress, Topic]), v.strictTuple([MailAddress, Topic, Id, Id])])

/** With `ofTeam` it is about this one topic of a community. */
export type UnsubscribeRequest = { email: string; topic: MailTopic; ofTeam?: TopicMail | undefined }

/** Lets the holder unsubscribe one address from one topic, or one person from one topic of a community. It never expires, because a person may use the link in an old email. */
export function signUnsubscribeToken({ email, topic, ofTeam }: UnsubscribeRequest, secret: string): Promise<string> {
  const payload = [canonicalAddress(email), topic, ...(ofTeam ? [ofTeam.userId, ofTeam.topicId] : [])]
  return signToken(purpose, toBase64Url(new TextEncoder().encode(JSON.stringify(payload))), secret)
}

/** Reads the address and topic from a token. Returns null if we did not sign it. */
export async function readUnsubscribeToken(token: string, secret: string): Promise<UnsubscribeRequest | null> {
  const payload = await readSignedToken(purpose, token, secret)
  const bytes = payload === null ? null : decodeExactly(payload)
  if (!bytes) return null
  const parsed = v.safeParse(Payload, readJson(new TextDecoder().decode(bytes)))
  if (!parsed.success) return null
  const [email, topic, userId, topicId] = parsed.output
  return { email, topic, ...(userId !== undefined && topicId !== undefined && { ofTeam: { userId, topicId } }) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
