import { describe, expect, it } from 'vitest'
import type { ManagedEvent, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import { readTicket, writeTicket } from '../../domain/events/ticket.ts'
import type { PendingCheckIn } from '../../web/events/check-in/check-in-queue.ts'
import { judgeTicket } from '../../web/events/check-in/judge-ticket.ts'
import { getCsvFileName, writeJoinersCsv } from '../../web/events/manage/joiners-csv.ts'
import { readList } from '../../web/events/manage/managed-list.ts'

const now = Date.UTC(2026, 10, 21, 18)

const aJoiner = (id: string, more: Partial<ManagedJoiner> = {}): ManagedJoiner => ({
  id,
  userId: `user-${id}`,
  isUnregisteredUser: false,
  person: null,
  name: `Name ${id}`,
  state: 'going',
  slotId: null,
  seats: 1,
  tierId: null,
  guests: [],
  answers: {},
  position: null,
  offerExpiresAt: null,
  joinedAt: now - 60_000,
  arrived: 0,
  checkedInAt: null,
  isNoShow: false,
  owesForm: false,
  guestsOwing: [],
  leftLate: false,
  ticketCode: null,
  ...more,
})

const aGame = (joiners: ManagedJoiner[], more: Record<string, unknown> = {}) =>
  ({
    event: {
      id: 'game',
      title: 'Übung: „Früh & fit“',
      startsAt: now,
      timeZone: 'America/Chicago',
      questions: [],
      live: { capacity: 4, slots: [] },
      ...more,
    },
    joiners,
    updates: [],
    unansweredInvites: 0,
    seesPayments: false,
  }) as unknown as ManagedEvent

const noPendingCheckIns = new Map<string, PendingCheckIn>()
const csvOf = (joiners: ManagedJoiner[], more = {}) => {
  const game = aGame(joiners, more)
  return writeJoinersCsv(game, readList(game, noPendingCheckIns, now))
}

describe('the CSV file of players', () => {
  it('leaves missing answers empty, even if a question has the id of a built-in property', () => {
    const questions = [{ id: 'constructor', text: 'Level', isRequired: false }]
    expect(csvOf([aJoiner('a', { answers: {} })], { questions }).split('\r\n')[1]).toContain('Going,1,,,')
  })

  it('starts with the UTF-8 mark, keeps quotes, commas and line breaks, and shows times in the time zone of the venue', () => {
    const questions = [{ id: 'q1', text: 'Level, roughly?', isRequired: false }]
    const text = csvOf(
      [aJoiner('a', { name: 'Zoë "Ace" Ó', seats: 2, guests: ['Max'], answers: { q1: 'a\nb' }, arrived: 2, checkedInAt: now })],
      {
        questions,
      },
    )
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.slice(1).split('\r\n')).toEqual([
      'Name,Status,Seats,Guests,"Level, roughly?",Joined,Came,Checked in,No-show',
      '"Zoë ""Ace"" Ó",Going,2,Max,"a\nb",2026-11-21 11:59,2,2026-11-21 12:00,',
      '',
    ])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=HYPERLINK("http://x","y")'])(
    'does not let %j run as a formula',
    (typed) => {
      const [, row = ''] = csvOf([aJoiner('a', { name: typed })]).split(/\r\n(?=["'])/)
      expect(row.replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )

  it('contains joiners of every state, and has a file name that every system accepts', () => {
    const states = ['going', 'paying', 'waiting', 'offered', 'asked', 'left', 'expired', 'refused', 'removed'] as const
    const joiners = states.map((state) => aJoiner(state, { state, offerExpiresAt: state === 'offered' ? now + 1 : null }))
    expect(csvOf(joiners).trim().split('\r\n')).toHaveLength(1 + states.length)
    expect(getCsvFileName(aGame([]).event)).toBe('ubung-fruh-fit-2026-11-21.csv')
    expect(getCsvFileName(aGame([], { title: '日曜' }).event)).toBe('game-2026-11-21.csv')
  })
})

describe('the list that hosts see', () => {
  it('shows unsent check-ins, unless the server has newer ones', () => {
    const pendingCheckIns = new Map<string, PendingCheckIn>([
      ['a', { eventId: 'game', joinerId: 'a', name: 'A', arrived: 9, at: now, isNoShow: false, isEarly: false }],
      ['b', { eventId: 'game', joinerId: 'b', name: 'B', arrived: 1, at: now, isNoShow: false, isEarly: false }],
    ])
    const joiners = [aJoiner('a', { seats: 2 }), aJoiner('b', { arrived: 0, checkedInAt: now + 5 })]
    const { going, seats } = readList(aGame(joiners), pendingCheckIns, now)
    expect(going.map(({ id, arrived, isUnsent }) => [id, arrived, isUnsent])).toEqual([
      ['a', 2, true],
      ['b', 0, false],
    ])
    expect(seats).toEqual({ going: 3, paying: 0, offered: 0, free: 1, checkedIn: 2 })
  })

  it('counts a seat that is being paid for, and lists it before offers', () => {
    const joiners = [
      aJoiner('a', { state: 'offered', offerExpiresAt: now + 1000 }),
      aJoiner('b', { state: 'waiting', position: 1 }),
      aJoiner('c', { state: 'paying', seats: 2 }),
    ]
    const { seats, waitlist } = readList(aGame(joiners), noPendingCheckIns, now)
    expect(seats).toMatchObject({ going: 0, paying: 2, offered: 1, free: 1 })
    expect(waitlist.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })

  it('counts an offer as a seat until it expires', () => {
    const joiners = [
      aJoiner('a', { state: 'offered', seats: 2, offerExpiresAt: now + 1000 }),
      aJoiner('b', { state: 'waiting', position: 1 }),
    ]
    expect(readList(aGame(joiners), noPendingCheckIns, now).seats).toMatchObject({ offered: 2, free: 2 })
    const later = readList(aGame(joiners), noPendingCheckIns, now + 2000)
    expect(later.seats).toMatchObject({ offered: 0, free: 4 })
    expect(later.waitlist.map(({ id }) => id)).toEqual(['b'])
    expect(later.formerJoiners.map(({ id }) => id)).toEqual(['a'])
  })
})

describe('a ticket', () => {
  it('can be read from its own text, and from an address that contains it', () => {
    const ticket = { eventId: 'game', joinerId: 'a-1' }
    expect(readTicket(writeTicket(ticket))).toEqual(ticket)
    expect(readTicket(' gather:game:a-1\n')).toEqual(ticket)
    expect(readTicket('https://gather.test/evt/game?ticket=a-1')).toEqual(ticket)
    expect(readTicket('https://gather.test/discover/events/game?ticket=gather:game:a-1')).toEqual(ticket)
    expect(readTicket('https://gather.test/t?ticket=a-1')).toEqual({ eventId: null, joinerId: 'a-1' })
  })

  it.each([
    '',
    'WIFI:S:Clubhouse;T:WPA;P:pickle;;',
    'https://gather.test/evt/game',
    'https://x.test/?ticket=<b>',
    'gather:game',
    'javascript:alert(1)?ticket=a',
    'gather:a:b:c',
    'hello',
  ])('is not %j', (code) => {
    expect(readTicket(code)).toBeNull()
  })

  const judge = (code: string, ...joiners: ManagedJoiner[]) => {
    const { going, waitlist, requests, formerJoiners } = readList(aGame(joiners), noPendingCheckIns, now)
    return judgeTicket(code, 'game', [...going, ...waitlist, ...requests, ...formerJoiners], () => '6:02 PM')
  }

  it('admits its player and guests once', () => {
    const maya = aJoiner('m', { name: 'Maya Rivera', seats: 3, guests: ['Zoe', 'Max'] })
    expect(judge('gather:game:m', maya)).toMatchObject({ kind: 'admit', isGood: true, text: 'Maya Rivera and 2 guests' })
    expect(judge('gather:game:m', { ...maya, arrived: 2, checkedInAt: now })).toMatchObject({
      kind: 'alreadyCheckedIn',
      text: 'Maya Rivera was already checked in at 6:02 PM.',
    })
    // The host undid the check-in, so the ticket is valid again.
    expect(judge('gather:game:m', { ...maya, arrived: 0, checkedInAt: now }).kind).toBe('admit')
  })

  it('is refused with a reason if it is for another game, an unknown player, or a player without a seat', () => {
    expect(judge('gather:other:m').text).toBe('This ticket is for another game.')
    expect(judge('https://x.test/?ticket=zzz')).toMatchObject({ kind: 'unlisted', text: 'This ticket is for another game.' })
    expect(judge('gather:game:zzz')).toMatchObject({ kind: 'unlisted', text: 'This ticket is not on the list.' })
    expect(judge('a menu').text).toBe('This is not a ticket.')
    expect(judge('gather:game:m', aJoiner('m', { name: 'Maya', state: 'waiting' })).text).toBe('Maya is on the waitlist.')
    expect(judge('gather:game:m', aJoiner('m', { name: 'Maya', state: 'left' })).text).toBe('Maya left this game.')
  })
})
