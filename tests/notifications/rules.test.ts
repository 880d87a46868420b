import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { tellAsked, tellConnected, tellFollowed } from '../../domain/connections/rules.ts'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import { tellEndorsed } from '../../domain/endorsements/rules.ts'
import { mailTopicKeys } from '../../domain/mail/topics.ts'
import { Tidings } from '../../domain/notifications/contract.ts'
import { judgeNotice, type ListenerFacts, topicHints } from '../../domain/notifications/rules.ts'

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

  it('has a sentence for every topic', () => expect(Object.keys(topicHints).toSorted()).toEqual(mailTopicKeys.toSorted()))
})

describe('What features tell', () => {
  const longest = { id: 'i'.repeat(64), name: '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(22) }
  const toId = 't'.repeat(64)

  it('fits, with the longest ids and names there are', () => {
    const pair = { actor: longest, toId }
    for (const tidings of [
      tellFollowed(pair),
      tellAsked(pair),
      tellConnected(pair),
      ...endorsementKinds.map((kind) => tellEndorsed(longest, toId, kind)),
    ]) {
      expect(v.safeParse(Tidings, tidings).issues, tidings.key).toBeUndefined()
    }
  })

  const tidings = tellFollowed({ actor: { id: 'ana', name: 'Ana' }, toId: 'bo' })

  it('becomes one line, so that a mail can carry it', () => {
    expect(v.parse(Tidings, { ...tidings, title: 'Two\r\nlines', text: ' a\u2028b\u0000 ' })).toMatchObject({
      title: 'Two lines',
      text: 'a b',
    })
  })

  it.each([
    { path: 'https://evil.example' },
    { path: '//evil.example' },
    { path: '/\\evil.example' },
    { path: '/\n/evil.example' },
    { to: Array(501).fill('x') },
    { to: ['no id!'] },
    { topic: 'receipts' },
    { title: ' \n ' },
    { key: '' },
  ])('is refused with %j', (change) => expect(v.safeParse(Tidings, { ...tidings, ...change }).success).toBe(false))
})
