import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type MailTemplateName, MailTemplateRequest } from '../../domain/mail/contract.ts'
import { getMailTopic } from '../../domain/mail/rules.ts'
import { isSent, mailTopicKeys, sendsAlerts } from '../../domain/mail/topics.ts'
import { messageTopicOf } from '../../domain/messages/alerts.ts'
import { conversationKinds } from '../../domain/messages/kinds.ts'
import { NoticeFact, type NoticeKind } from '../../domain/notifications/facts.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The topics of all texts of notifications, and of messages. People get them by email and as an alert. */
const noticeTopics = new Set<string | undefined>([
  ...globSync('domain/**/*notices.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/topic: '(\w+)'/g)].map(([, topic]) => topic),
  ),
  ...conversationKinds.map(messageTopicOf),
])

/** The emails that are about no notification. */
const letters = MailTemplateRequest.options
  .map(({ entries }): MailTemplateName => entries.name.literal)
  .filter((name) => name !== 'notice' && name !== 'digest')
const letterTopics = new Set<string | null>(letters.map((name) => getMailTopic({ name, data: {} } as MailTemplateRequest)))

/** Everything in the Worker that sends, without the texts. */
const senders = globSync('worker/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/notices\.ts$|\/templates\//.test(file))
  .map(read)
  .join('\n')

describe('A switch in the settings', () => {
  it('is about emails only if a notification or an email has its topic', () => {
    const sent = mailTopicKeys.filter((topic) => noticeTopics.has(topic) || letterTopics.has(topic))
    expect(mailTopicKeys.filter(isSent)).toEqual(sent)
  })

  it('is about alerts only if a notification has its topic', () => {
    expect(mailTopicKeys.filter(sendsAlerts)).toEqual(mailTopicKeys.filter((topic) => noticeTopics.has(topic)))
  })
})

describe('A kind of notification', () => {
  const kinds = NoticeFact.options.map(({ entries }): NoticeKind => entries.kind.literal)

  it.each(kinds)('%s is sent by something', (kind) => expect(senders).toContain(`'${kind}'`))
})

/** Operators write this one, with `POST /api/admin/mail`. */
const writtenByOperators = new Set<MailTemplateName>(['announcement'])

describe('An email', () => {
  it.each(letters.filter((name) => !writtenByOperators.has(name)))('%s is sent by something', (name) => {
    expect(senders).toContain(`'${name}'`)
  })
})
