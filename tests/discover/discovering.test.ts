import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { cleanEventCells } from '../../worker/events/reminders.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { join, putUp, putUpHidden } from '../events/games.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { block, enter, type Person } from '../profiles/people.ts'
import { inDays } from '../setup/a-game.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
holdQueues()

const noon = Date.UTC(2026, 10, 25, 18)
const austin = 'lat=30.2672&lng=-97.7431'
const spot = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })

let host: Person
let other: Person

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

beforeAll(async () => {
  host = await enter('host')
  other = await enter('other')
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const games = [
    { title: 'Pickleball tomorrow', starts: inDays(1), ends: inDays(1, '14:00'), levelMin: 2, levelMax: 3 },
    { title: 'Tennis on Friday morning', activity: 'tennis' as const, starts: inDays(2, '08:00'), ends: inDays(2, '09:00'), capacity: 2 },
    { title: 'Chess in Dallas', activity: 'chess' as const, where: spot('Dallas Cafe', 32.7767, -96.797) },
    { title: 'Far side of the date line', activity: 'soccer' as const, where: spot('Taveuni Field', -16.85, 179.95) },
    { title: 'Near side of the date line', activity: 'soccer' as const, where: spot('Rabi Field', -16.5, -179.98) },
  ]
  for (const game of games) await putUp(host, game)
  await putUpHidden(host, { title: 'Hidden from view' })
  vi.useRealTimers()
})

const find = async (query: string, from: Person | null = null): Promise<string[]> => {
  const answer = await (from ? from.ask(`/api/discover/events?${query}`) : ask(`/api/discover/events?${query}`))
  expect(answer.status).toBe(200)
  return ((await answer.json()) as DiscoverPage).events.map(({ title }) => title)
}

describe('Games near a place', () => {
  it('are the public ones around it, the sooner first, and no draft or hidden one', async () => {
    expect(await find(`${austin}&radius=15&order=date`)).toEqual(['Pickleball tomorrow', 'Tennis on Friday morning'])
    expect(await find(`${austin}&radius=100&order=date`)).toEqual(['Pickleball tomorrow', 'Tennis on Friday morning'])
    expect((await find('order=date')).toSorted()).toEqual(['Chess in Dallas', 'Pickleball tomorrow', 'Tennis on Friday morning'])
  })

  it.each([
    ['activity=tennis', ['Tennis on Friday morning']],
    ['not=tennis', ['Pickleball tomorrow']],
    ['time=morning', ['Tennis on Friday morning']],
    ['nottime=morning', ['Pickleball tomorrow']],
    ['days=fri', ['Tennis on Friday morning']],
    ['notdays=fri', ['Pickleball tomorrow']],
    ['from=2026-11-27&to=2026-11-27', ['Tennis on Friday morning']],
    ['level=4-5', ['Tennis on Friday morning']],
    ['seats=3', ['Pickleball tomorrow']],
    ['activity=pickleball,tennis', ['Pickleball tomorrow', 'Tennis on Friday morning']],
    ['from=2026-13-45', ['Pickleball tomorrow', 'Tennis on Friday morning']],
  ])('narrowed down by %s', async (query, titles) => {
    expect(await find(`${austin}&radius=15&order=date&${query}`)).toEqual(titles)
  })

  it('are found on both sides of the date line in one view', async () => {
    expect((await find('south=-18&north=-15&west=179&east=-179&order=date')).toSorted()).toEqual([
      'Far side of the date line',
      'Near side of the date line',
    ])
  })

  it('are nobody’s whom a block keeps apart', async () => {
    await block('other', 'host')
    expect(await find(`${austin}&radius=15`, other)).toEqual([])
    expect(await find(`${austin}&radius=15`, host)).toContain('Pickleball tomorrow')
  })

  it('come a page at a time, each once', async () => {
    for (let index = 0; index < 45; index += 1) {
      await putUp(host, {
        title: `Run ${index}`,
        activity: 'running',
        where: spot('Trail', 40, -105),
        starts: inDays(2 + (index % 9)),
        ends: inDays(2 + (index % 9), '13:00'),
      })
    }
    const titles: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await ask(`/api/discover/events?lat=40&lng=-105&radius=10&order=date${cursor && `&cursor=${cursor}`}`)
      const page = (await answer.json()) as DiscoverPage
      titles.push(...page.events.map(({ title }) => title))
      cursor = page.next
    }
    expect(titles.length).toBe(45)
    expect(new Set(titles).size).toBe(45)
  })
})

describe('What has begun', () => {
  const there = { activity: 'chess' as const, where: spot('Board Hall', 45, -110) }
  const here = 'lat=45&lng=-110&radius=10'
  const words = async (q: string) => JSON.stringify(await (await ask(`/api/search?q=${q}`)).json())

  it('is past from then on, the last first, and neither to come nor found by its words', async () => {
    await putUp(host, { ...there, title: 'Quarterfinal', starts: inDays(1), ends: inDays(1, '13:00') })
    await putUp(host, { ...there, title: 'Semifinal', starts: inDays(2), ends: inDays(2, '13:00') })
    await putUp(host, { ...there, title: 'Final', starts: inDays(9), ends: inDays(9, '13:00') })
    const starts = Date.parse(`${inDays(2)}:00-07:00`)
    // Until the minute's chore has come by, it stands where it stood.
    vi.setSystemTime(starts + minute / 2)
    expect(await find(here)).toContain('Semifinal')
    vi.setSystemTime(starts + minute)
    await cleanEventCells(openPrimary(env.DB), starts + minute)
    expect(await find(`${here}&past=1`)).toEqual(['Semifinal', 'Quarterfinal'])
    expect(await find(`${here}&past=1&activity=chess`)).toEqual(['Semifinal', 'Quarterfinal'])
    expect(await find(here)).toEqual(['Final'])
    expect(await words('semifinal')).not.toContain('Semifinal')
    expect(await words('final')).toContain('Final')
  })

  it('is in neither list once it was called off', async () => {
    const id = await putUp(host, { ...there, title: 'Blitz', starts: inDays(1), ends: inDays(1, '13:00') })
    const later = Date.parse(`${inDays(1)}:00-07:00`) + 5 * minute
    vi.setSystemTime(later)
    await cleanEventCells(openPrimary(env.DB), later)
    expect(await find(`${here}&past=1`)).toContain('Blitz')
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '', scope: 'this' } })).status).toBeLessThan(300)
    expect(await find(`${here}&past=1`)).not.toContain('Blitz')
    const { results } = await env.DB.prepare('SELECT 1 FROM event_cells WHERE id = ?').bind(id).all()
    expect(results).toEqual([])
  })
})

describe('A seat that is free while others wait', () => {
  const lubbock = { where: spot('Lubbock Courts', 33.5779, -101.8552), capacity: 2 }
  const around = 'lat=33.5779&lng=-101.8552&radius=15'

  /** Two wait together and one seat is free: whoever comes now stands behind them. */
  const withLine = async (title: string, slotId: string | null) => {
    const slots = slotId === null ? [] : [slotId, 'other'].map((id) => ({ id, name: id, capacity: 2 }))
    const id = await putUp(host, { ...lubbock, title, slots })
    const how = slotId === null ? {} : { slotId }
    expect((await join(await enter(`${title}-first`), id, how)).status).toBe(200)
    expect((await join(await enter(`${title}-pair`), id, { ...how, guests: ['Max'], orWait: true })).status).toBe(200)
    return id
  }

  it('is not told as left, but for games with slots, where it may be in another one', async () => {
    await withLine('Plain', null)
    await withLine('Slotted', 'goal')
    const cards = ((await (await ask(`/api/discover/events?${around}&order=date`)).json()) as DiscoverPage).events
    expect(cards.map(({ title, hasSlots, taken, waiting }) => ({ title, hasSlots, taken, waiting }))).toEqual(
      expect.arrayContaining([
        { title: 'Plain', hasSlots: false, taken: 1, waiting: 1 },
        { title: 'Slotted', hasSlots: true, taken: 1, waiting: 1 },
      ]),
    )
    expect(await find(`${around}&seats=1`)).toEqual(['Slotted'])
    // Full games stand behind those with seats.
    expect(await find(around)).toEqual(['Slotted', 'Plain'])
  })
})
