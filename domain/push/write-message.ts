import type { PushMessage } from '../notifications/push-message.ts'
import { findAnswer } from './find-answer.ts'

const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`

type PushedNotice = { key: string; title: string; text: string; path: string }
type Shown = { tag: string; unread: number; isSilent?: boolean; hidesText: boolean; platformName: string }

/** The message about a notice. On a device that hides texts, it only says that there is something new. */
export function writeNoticeMessage(notice: PushedNotice, { tag, unread, isSilent = false, hidesText, platformName }: Shown): PushMessage {
  const where = { path: notice.path, tag, unread, ...(isSilent && { isSilent }) }
  if (hidesText) return { ...where, title: platformName, body: 'You have a new notification.' }
  const game = findAnswer(notice)
  return { ...where, title: cut(notice.title, 100), body: cut(notice.text, 300), ...(game && { game }) }
}

/** The message of a test. The service worker reports with the token that it was shown. */
export const writeTestMessage = (token: string): PushMessage => ({
  title: 'Alerts work on this device',
  body: 'This is the test that you asked for.',
  path: '/settings?tab=notification',
  tag: 'test',
  test: token,
})
