import { explainMessages } from '../messages/alerts.ts'
import type { Conversation } from '../messages/contract.ts'
import { writeFiles } from '../messages/files-summary.ts'
import { writeTitle } from '../messages/write-title.ts'
import type { Notice } from '../notifications/contract.ts'
import { nameTopic, topicToStop } from '../notifications/name-topic.ts'
import type { PushMessage } from '../notifications/push-message.ts'
import { findAnswer } from './find-answer.ts'

const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`

type PushedNotice = Pick<Notice, 'key' | 'topic' | 'title' | 'text' | 'path' | 'teamTopicId' | 'reason'>
type Shown = { tag: string; unread: number; isSilent?: boolean; hidesText: boolean; platformName: string }

/** The message about a notice. On a device that hides texts, it only says that there is something new: no words, reason or topic. */
export function writeNoticeMessage(notice: PushedNotice, { tag, unread, isSilent = false, hidesText, platformName }: Shown): PushMessage {
  const where = { path: notice.path, tag, unread, ...(isSilent && { isSilent }) }
  if (hidesText) return { ...where, title: platformName, body: 'You have a new notification.' }
  const game = findAnswer(notice)
  const stop = { topic: topicToStop(notice), name: nameTopic(notice) }
  return { ...where, title: cut(notice.title, 100), body: writeBody(notice), stop, ...(game && { game }) }
}

/** Why the person gets it stands in a line of its own. A system that cuts long texts cuts it first. */
const writeBody = ({ text, reason }: PushedNotice): string =>
  [cut(text, reason === null ? 300 : 185), cut(reason ?? '', 110)].filter((line) => line !== '').join('\n')

type PushedConversation = { conversation: Conversation; authorName: string | null; isSilent: boolean }
type ShownConversation = Omit<Shown, 'tag' | 'isSilent'> & { now: number }

/** The message about what somebody has not read in a conversation. All of one conversation have the same tag, so that the newest replaces the others. */
export function writeConversationMessage(
  { conversation, authorName, isSilent }: PushedConversation,
  { unread, hidesText, platformName, now }: ShownConversation,
): PushMessage {
  const { id, kind, isRequest, last } = conversation
  const where = { path: `/messages/${id}`, tag: `conversation:${id}`, unread, ...(isSilent && { isSilent }) }
  // On a locked phone, nobody answers what they cannot read.
  if (hidesText) return { ...where, title: platformName, body: 'You have a new message.', conversation: { id, mayReply: false } }
  const count = conversation.unread > 1 ? ` (${conversation.unread})` : ''
  const title = `${cut(writeTitle(conversation, now), 90)}${count}`
  const reason = explainMessages({ kind, isRequest, community: conversation.team?.name ?? '' })
  // The words of strangers wait until the person opens the request.
  if (isRequest) return { ...where, title, body: reason, conversation: { id, mayReply: false } }
  const said = last?.files ? writeFiles(last.files) : last?.text
  const words = said ? cut(authorName === null ? said : `${authorName}: ${said}`, 180) : 'New message'
  const body = kind === 'direct' ? words : `${words}\n${cut(reason, 110)}`
  return { ...where, title, body, conversation: { id, mayReply: true } }
}

/** The message of a test. The service worker reports with the token that it was shown. */
export const writeTestMessage = (token: string): PushMessage => ({
  title: 'Alerts work on this device',
  body: 'This is the test that you asked for.',
  path: '/settings?tab=notification',
  tag: 'test',
  test: token,
})
