import { describe, expect, it } from 'vitest'
import { whatsAppUrl, writeShareWords } from '../../domain/events/share-words.ts'

const startsAt = Date.UTC(2026, 10, 21, 13)
const now = startsAt - 3 * 24 * 60 * 60 * 1000
const live = { state: 'published' as const, publishAt: null, capacity: 4, taken: 1, waiting: 0, slots: [] }
const game = {
  ...{ title: 'Sunrise doubles', startsAt, endsAt: startsAt + 2 * 60 * 60 * 1000, timeZone: 'America/Chicago' },
  ...{ where: { name: 'Zilker Courts' }, live, joinsAt: null as number | null },
}
const url = 'https://gather.test/evt/sunrise'
const write = (changes: Partial<typeof game> = {}) => writeShareWords({ ...game, ...changes }, { url, now })
const writeSeats = (changes: Partial<typeof live>) => write({ live: { ...live, ...changes } }).split('\n')[3]

describe('the words of a game for a chat', () => {
  it('say what, when in the zone of its place, where, how many seats are open, and the link', () => {
    expect(write()).toBe(`Sunrise doubles\nSaturday, November 21, 7:00 to 9:00 AM, Central Time\nZilker Courts\n3 open seats\n${url}`)
  })

  it('say that the game is full, also while people wait for the seats that are free', () => {
    expect(writeSeats({ taken: 4 })).toBe('Full, you can join the waitlist')
    expect(writeSeats({ taken: 3, waiting: 1 })).toBe('Full, you can join the waitlist')
    expect(writeSeats({ taken: 3 })).toBe('1 open seat')
  })

  it('say when a scheduled game opens or joining does, and that a game was cancelled or is over', () => {
    const scheduled = write({ live: { ...live, state: 'draft', publishAt: now + 1000 } as never })
    expect(scheduled).toMatch(/\nOpens for sign-up on Wed, Nov 18 at /)
    expect(write({ joinsAt: now + 1000 })).toMatch(/\nJoining opens on Wed, Nov 18 at /)
    expect(write({ joinsAt: now - 1000 })).toContain('3 open seats')
    expect(write({ live: { ...live, state: 'cancelled' } as never })).toContain('This game was cancelled')
    expect(writeShareWords(game, { url, now: game.startsAt })).toContain('\nOn now\n')
    expect(writeShareWords(game, { url, now: game.endsAt })).toContain('This game is over')
  })

  it('have a bold title for WhatsApp, which no star of the title ends', () => {
    const words = writeShareWords({ ...game, title: 'Five * game*' }, { url, now, isForWhatsApp: true })
    expect(words.split('\n')[0]).toBe('*Five  game*')
    expect(new URL(whatsAppUrl(words)).searchParams.get('text')).toBe(words)
  })
})
