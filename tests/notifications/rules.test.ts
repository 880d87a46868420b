import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { connectedNotice, connectionRequestedNotice, followedNotice } from '../../domain/connections/notices.ts'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import { endorsedNotice } from '../../domain/endorsements/notices.ts'
import { mailTopics, topicGroups } from '../../domain/mail/topics.ts'
import { noticeOf } from '../../domain/notifications/contract.ts'
import { NoticeJob } from '../../domain/notifications/facts.ts'
import { judgeNotice, type ListenerFacts } from '../../domain/notifications/rules.ts'

const factNames = ['isActor', 'isGone', 'isBlocked', 'hasMutedTeam', 'emailVerified', 'wantsMail', 'wantsPush'] as const

/** Every combination there is. */
const everyCase = Array.from(
  { length: 2 ** factNames.length },
  (_, bits) => Object.fromEntries(factNames.map((name, index) => [name, ((bits >> index) & 1) === 1])) as ListenerFacts,
)

describe('Who is told, and how', () => {
  it('nobody of their own doing, nobody gone, nobody across a block, nobody of what they muted, whatever else they want', () => {
    for (const fact of ['isActor', 'isGone', 'isBlocked', 'hasMutedTeam'] as const) {
      for (const facts of everyCase.filter((one) => one[fact])) {
        expect(judgeNotice(facts), JSON.stringify(facts)).toEqual({ inApp: false, email: false, push: false })
      }
    }
  })

  const nothingInTheWay = { isActor: false, isGone: false, isBlocked: false, hasMutedTeam: false }

  it.each([
    [false, false, false, { inApp: true, email: false, push: false }],
    [false, false, true, { inApp: true, email: false, push: true }],
    [false, true, false, { inApp: true, email: false, push: false }],
    [false, true, true, { inApp: true, email: false, push: true }],
    [true, false, false, { inApp: true, email: false, push: false }],
    [true, false, true, { inApp: true, email: false, push: true }],
    [true, true, false, { inApp: true, email: true, push: false }],
    [true, true, true, { inApp: true, email: true, push: true }],
  ])('verified %s, wants mail %s, wants push %s', (emailVerified, wantsMail, wantsPush, channels) => {
    expect(judgeNotice({ ...nothingInTheWay, emailVerified, wantsMail, wantsPush })).toEqual(channels)
  })

  it('has a title, a sentence and a heading for every topic', () => {
    for (const { title, hint, group } of Object.values(mailTopics))
      expect([title, hint, topicGroups.includes(group)]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w.*\.$/), true])
  })
})

describe('What features tell', () => {
  const pair = {
    actorId: 'a'.repeat(64),
    actorName: '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(22),
    personId: 't'.repeat(64),
  }

  it('fits, with the longest ids and names there are', () => {
    for (const words of [
      followedNotice(pair),
      connectionRequestedNotice(pair),
      connectedNotice(pair),
      ...endorsementKinds.map((endorsement) => endorsedNotice({ ...pair, endorsement })),
    ]) {
      expect(words.key).toMatch(/^[\w:-]{1,160}$/)
      expect(words.title).toContain(pair.actorName)
      expect(words.path).toMatch(/^\/(?![/\\])\P{Cc}*$/u)
    }
  })

  it('becomes one line of no more than fits, so that a mail can carry it', () => {
    const about = { key: 'k', topic: 'news', path: '/' } as const
    expect(noticeOf({ ...about, title: 'Two\r\nlines', text: ' a\u2028b\u0000 ' })).toMatchObject({ title: 'Two lines', text: 'a b' })
    const long = noticeOf({ ...about, title: '\u{1F3BE}'.repeat(300), text: `x${'\u{1F3BE}'.repeat(200)}` })
    expect([long.title.length, long.text.length]).toEqual([400, 300])
    expect([long.title.isWellFormed(), long.text.isWellFormed()]).toEqual([true, true])
  })

  it.each([{ kind: 'no-such-kind' }, { actorId: 'no id!' }, { personId: undefined }])('is refused as a fact with %j', (change) => {
    const fact = { kind: 'followed', actorId: 'ana', personId: 'bo', ...change }
    expect(v.safeParse(NoticeJob, { fact }).success).toBe(false)
  })
})
