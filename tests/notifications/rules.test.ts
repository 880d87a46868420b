import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { maxNoteLength } from '../../domain/connections/contract.ts'
import { connectedNotice, connectionRequestedNotice, followedNotice } from '../../domain/connections/notices.ts'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import { endorsedNotice } from '../../domain/endorsements/notices.ts'
import { mailTopics, topicGroups } from '../../domain/mail/topics.ts'
import { makeNotice } from '../../domain/notifications/contract.ts'
import { NoticeJob } from '../../domain/notifications/facts.ts'
import { judgeNotice, type RecipientFacts } from '../../domain/notifications/rules.ts'

const factNames = ['isActor', 'isDeleted', 'isBlocked', 'hasMutedTeam', 'emailVerified', 'wantsMail', 'wantsPush', 'isHeld'] as const

/** Every combination of the facts. */
const allCases = Array.from(
  { length: 2 ** factNames.length },
  (_, bits) => Object.fromEntries(factNames.map((name, index) => [name, ((bits >> index) & 1) === 1])) as RecipientFacts,
)

describe('The channels of a notification', () => {
  it('are none for the person who did it, a deleted account, a blocked person or a muted community', () => {
    for (const fact of ['isActor', 'isDeleted', 'isBlocked', 'hasMutedTeam'] as const) {
      for (const facts of allCases.filter((facts) => facts[fact])) {
        expect(judgeNotice(facts), JSON.stringify(facts)).toEqual({ inApp: false, email: false, push: false, isSilent: false })
      }
    }
  })

  const allowed = { isHeld: false, isActor: false, isDeleted: false, isBlocked: false, hasMutedTeam: false }

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
    expect(judgeNotice({ ...allowed, emailVerified, wantsMail, wantsPush })).toEqual({ ...channels, isSilent: false })
  })

  it('are the same in quiet hours, but the push is silent', () => {
    for (const facts of allCases.filter(({ isHeld }) => isHeld)) {
      const { isSilent, ...channels } = judgeNotice(facts)
      expect({ ...channels, isSilent: false }).toEqual(judgeNotice({ ...facts, isHeld: false }))
      expect(isSilent).toBe(channels.push)
    }
  })

  it('have a title, a hint and a group for every topic', () => {
    for (const { title, hint, group } of Object.values(mailTopics))
      expect([title, hint, topicGroups.includes(group)]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w.*\.$/), true])
  })
})

describe('The text of a notification', () => {
  const pair = {
    actorId: 'a'.repeat(64),
    actorName: '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(22),
    personId: 't'.repeat(64),
  }

  it('fits, even with the longest ids and names', () => {
    for (const notice of [
      followedNotice(pair),
      connectionRequestedNotice({ ...pair, note: 'w'.repeat(maxNoteLength) }),
      connectedNotice(pair),
      ...endorsementKinds.map((endorsement) => endorsedNotice({ ...pair, endorsement })),
    ]) {
      expect(notice.key).toMatch(/^[\w:-]{1,160}$/)
      expect(notice.title).toContain(pair.actorName)
      expect(notice.path).toMatch(/^\/(?![/\\])\P{Cc}*$/u)
    }
  })

  it('is cut to one line of limited length, so that a mail can contain it', () => {
    const about = { key: 'k', topic: 'news', path: '/' } as const
    expect(makeNotice({ ...about, title: 'Two\r\nlines', text: ' a\u2028b\u0000 ' })).toMatchObject({ title: 'Two lines', text: 'a b' })
    const long = makeNotice({ ...about, title: '\u{1F3BE}'.repeat(300), text: `x${'\u{1F3BE}'.repeat(400)}` })
    expect([long.title.length, long.text.length]).toEqual([400, 600])
    expect([long.title.isWellFormed(), long.text.isWellFormed()]).toEqual([true, true])
  })

  it.each([{ kind: 'no-such-kind' }, { actorId: 'no id!' }, { personId: undefined }])(
    'is not made from an invalid fact with %j',
    (change) => {
      const fact = { kind: 'followed', actorId: 'ana', personId: 'bo', ...change }
      expect(v.safeParse(NoticeJob, { fact }).success).toBe(false)
    },
  )
})
