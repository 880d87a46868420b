import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import type { Pricing } from '../../domain/events/pricing-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { cleanEventCells } from '../../worker/events/reminders.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { join, publishGame, publishHiddenGames } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

const austin = 'lat=30.2672&lng=-97.7431'
const makePlace = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })

const tenDollars: Pricing = { currency: 'usd', amount: 1000, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 }

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
    { title: 'Chess in Dallas', activity: 'chess' as const, where: makePlace('Dallas Cafe', 32.7767, -96.797) },
    { title: 'Far side of the date line', activity: 'soccer' as const, where: makePlace('Taveuni Field', -16.85, 179.95) },
    { title: 'Near side of the date line', activity: 'soccer' as const, where: makePlace('Rabi Field', -16.5, -179.98) },
  ]
  for (const game of games) await publishGame(host, game)
  await publishHiddenGames(host, { title: 'Hidden from view' })
  await env.DB.prepare("UPDATE events SET pricing = ? WHERE title = 'Tennis on Friday morning'").bind(JSON.stringify(tenDollars)).run()
  vi.useRealTimers()
})

const findTitles = async (query: string, from: Person | null = null): Promise<string[]> => {
  const answer = await (from ? from.ask(`/api/discover/events?${query}`) : ask(`/api/discover/events?${query}`))
  expect(answer.status).toBe(200)
  return ((await answer.json()) as DiscoverPage).events.map(({ title }) => title)
}

describe('Games near a location', () => {
  it('are public games sorted by start, without drafts and hidden games', async () => {
    expect(await findTitles(`${austin}&radius=15&order=date`)).toEqual(['Pickleball tomorrow', 'Tennis on Friday morning'])
    expect(await findTitles(`${austin}&radius=100&order=date`)).toEqual(['Pickleball tomorrow', 'Tennis on Friday morning'])
    expect((await findTitles('order=date')).toSorted()).toEqual(['Chess in Dallas', 'Pickleball tomorrow', 'Tennis on Friday morning'])
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
    ['free=1', ['Pickleball tomorrow']],
    ['paid=1', ['Tennis on Friday morning']],
    ['price=9.99', ['Pickleball tomorrow']],
    ['price=10', ['Pickleball tomorrow', 'Tennis on Friday morning']],
    ['activity=pickleball,tennis', ['Pickleball tomorrow', 'Tennis on Friday morning']],
    ['from=2026-13-45', ['Pickleball tomorrow', 'Tennis on Friday morning']],
  ])('are filtered by %s', async (query, titles) => {
    expect(await findTitles(`${austin}&radius=15&order=date&${query}`)).toEqual(titles)
  })

  it('are found on both sides of the date line in one view', async () => {
    expect((await findTitles('south=-18&north=-15&west=179&east=-179&order=date')).toSorted()).toEqual([
      'Far side of the date line',
      'Near side of the date line',
    ])
  })

  it('do not include games of hosts with a block between them and the viewer', async () => {
    await block('other', 'host')
    expect(await findTitles(`${austin}&radius=15`, other)).toEqual([])
    expect(await findTitles(`${austin}&radius=15`, host)).toContain('Pickleball tomorrow')
  })

  it('are listed page by page, each once', async () => {
    for (let index = 0; index < 45; index += 1) {
      await publishGame(host, {
        title: `Run ${index}`,
        activity: 'running',
        where: makePlace('Trail', 40, -105),
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

describe('A game that has started', () => {
  const atHall = { activity: 'chess' as const, where: makePlace('Board Hall', 45, -110) }
  const hallQuery = 'lat=45&lng=-110&radius=10'
  const searchText = async (q: string) => JSON.stringify(await (await ask(`/api/search?q=${q}`)).json())

  it('is listed as past, the latest first, and is no longer upcoming or found by search', async () => {
    await publishGame(host, { ...atHall, title: 'Quarterfinal', starts: inDays(1), ends: inDays(1, '13:00') })
    await publishGame(host, { ...atHall, title: 'Semifinal', starts: inDays(2), ends: inDays(2, '13:00') })
    await publishGame(host, { ...atHall, title: 'Final', starts: inDays(9), ends: inDays(9, '13:00') })
    const starts = Date.parse(`${inDays(2)}:00-07:00`)
    // It stays in the list until the job runs, which happens every minute.
    vi.setSystemTime(starts + minute / 2)
    expect(await findTitles(hallQuery)).toContain('Semifinal')
    vi.setSystemTime(starts + minute)
    await cleanEventCells(openPrimary(env.DB), starts + minute)
    expect(await findTitles(`${hallQuery}&past=1`)).toEqual(['Semifinal', 'Quarterfinal'])
    expect(await findTitles(`${hallQuery}&past=1&activity=chess`)).toEqual(['Semifinal', 'Quarterfinal'])
    expect(await findTitles(hallQuery)).toEqual(['Final'])
    expect(await searchText('semifinal')).not.toContain('Semifinal')
    expect(await searchText('final')).toContain('Final')
  })

  it('is in neither list after it was cancelled', async () => {
    const id = await publishGame(host, { ...atHall, title: 'Blitz', starts: inDays(1), ends: inDays(1, '13:00') })
    const later = Date.parse(`${inDays(1)}:00-07:00`) + 5 * minute
    vi.setSystemTime(later)
    await cleanEventCells(openPrimary(env.DB), later)
    expect(await findTitles(`${hallQuery}&past=1`)).toContain('Blitz')
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '', scope: 'this' } })).status).toBeLessThan(300)
    expect(await findTitles(`${hallQuery}&past=1`)).not.toContain('Blitz')
    const { results } = await env.DB.prepare('SELECT 1 FROM event_cells WHERE id = ?').bind(id).all()
    expect(results).toEqual([])
  })
})

describe('A free seat while players wait', () => {
  const lubbock = { where: makePlace('Lubbock Courts', 33.5779, -101.8552), capacity: 2 }
  const lubbockQuery = 'lat=33.5779&lng=-101.8552&radius=15'

  /** Two people wait together, so one free seat does not help them, but a new player must wait behind them. */
  const publishWithWaitlist = async (title: string, slotId: string | null) => {
    const slots = slotId === null ? [] : [slotId, 'other'].map((id) => ({ id, name: id, capacity: 2 }))
    const id = await publishGame(host, { ...lubbock, title, slots })
    const options = slotId === null ? {} : { slotId }
    expect((await join(await enter(`${title}-first`), id, options)).status).toBe(200)
    expect((await join(await enter(`${title}-pair`), id, { ...options, guests: ['Max'], orWait: true })).status).toBe(200)
    return id
  }

  it('does not count as open, except in games with slots, where it may be in another slot', async () => {
    await publishWithWaitlist('Plain', null)
    await publishWithWaitlist('Slotted', 'goal')
    const cards = ((await (await ask(`/api/discover/events?${lubbockQuery}&order=date`)).json()) as DiscoverPage).events
    expect(cards.map(({ title, hasSlots, taken, waiting }) => ({ title, hasSlots, taken, waiting }))).toEqual(
      expect.arrayContaining([
        { title: 'Plain', hasSlots: false, taken: 1, waiting: 1 },
        { title: 'Slotted', hasSlots: true, taken: 1, waiting: 1 },
      ]),
    )
    expect(await findTitles(`${lubbockQuery}&seats=1`)).toEqual(['Slotted'])
    // Full games come after games with open seats.
    expect(await findTitles(lubbockQuery)).toEqual(['Slotted', 'Plain'])
  })
})

describe('A series', () => {
  const atPier = { activity: 'running' as const, where: makePlace('Pier', 47.6, -122.3) }
  const pierQuery = 'lat=47.6&lng=-122.3&radius=10'

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: noon })
    const at = (days: number) => ({ ...atPier, starts: inDays(days), ends: inDays(days, '13:00') })
    await publishGame(host, { ...at(1), title: 'Daily run' }, { repeat: { ...repeatWeekly(30), every: 'day' } })
    for (let index = 0; index < 30; index += 1) await publishGame(host, { ...at(2 + index), title: `Run ${index}` })
    vi.useRealTimers()
  })

  it.each(['order=date', 'order=best'])('is one row of the list with its next dates (%s)', async (order) => {
    const rows: DiscoverPage['events'] = []
    const pages: DiscoverPage[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: DiscoverPage = await (await ask(`/api/discover/events?${pierQuery}&${order}${cursor && `&cursor=${cursor}`}`)).json()
      rows.push(...page.events)
      pages.push(page)
      cursor = page.next
    }
    const singles = rows.filter(({ seriesId }) => seriesId === null).map(({ title }) => title)
    expect([singles.length, new Set(singles).size]).toEqual([30, 30])
    // Each date of the series is a game.
    expect(pages[0]?.ranked?.count ?? pages.reduce((sum, { games }) => sum + games, 0)).toBe(60)
    // The app joins the rows of a series on several pages.
    const [first, ...others] = rows.filter(({ seriesId }) => seriesId !== null)
    expect(others.length).toBeLessThanOrEqual(1)
    expect(first?.nextDates.map((next) => (next - (first?.startsAt ?? 0)) / (24 * 60 * minute))).toEqual([1, 2, 3])
  })

  it('has no next dates that the viewer cannot find', async () => {
    const [row] = (await (await ask(`/api/discover/events?${pierQuery}&order=date&to=2026-11-26`)).json<DiscoverPage>()).events
    await env.DB.prepare("UPDATE events SET state = 'cancelled' WHERE series_id = ? AND starts_at = ?")
      .bind(row?.seriesId, row?.nextDates[0])
      .run()
    const [again] = (await (await ask(`/api/discover/events?${pierQuery}&order=date&to=2026-11-26`)).json<DiscoverPage>()).events
    expect(again?.nextDates).toEqual([...(row?.nextDates.slice(1) ?? []), expect.any(Number)])
  })
})

describe('The best games', () => {
  const atLake = (index: number) => ({ activity: 'tennis' as const, where: makePlace('Lake', 44.97 + index / 500, -93.26) })
  const lakeQuery = 'lat=44.97&lng=-93.26&radius=100'
  const readPages = async (from: Person | null = null) => {
    const pages: DiscoverPage[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path: string = `/api/discover/events?${lakeQuery}&order=best${cursor && `&cursor=${cursor}`}`
      const page: DiscoverPage = await (await (from?.ask ?? ask)(path)).json()
      pages.push(page)
      cursor = page.next
    }
    return pages
  }

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: noon })
    const lakeHost = await enter('lake-host')
    // The nearest game comes last in time.
    for (let index = 0; index < 60; index += 1)
      await publishGame(lakeHost, {
        ...atLake(59 - index),
        title: `Lake ${index}`,
        starts: inDays(3, `${String(6 + (index % 15)).padStart(2, '0')}:00`),
        ends: inDays(3, '22:30'),
      })
    vi.useRealTimers()
  })

  it('are the best of all games that the search covers, which the answer says', async () => {
    const pages = await readPages()
    expect(pages[0]?.ranked).toEqual({ count: 60, until: null })
    const rows = pages.flatMap(({ events }) => events)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(60)
    expect(rows.length).toBe(60)
    // By the score: all start within a day, so the nearest are first.
    expect(rows[0]?.title).toMatch(/^Lake 5\d$/)
    expect(rows.at(-1)?.title).toMatch(/^Lake \d$/)
  })

  it('say until when they were compared if there are more games than are compared', async () => {
    const lakeHost = await enter('lake-host-2')
    for (let index = 0; index < 170; index += 1)
      await publishGame(lakeHost, {
        ...atLake(0),
        title: `Later ${index}`,
        starts: inDays(4 + (index % 17)),
        ends: inDays(4 + (index % 17), '13:00'),
      })
    const pages = await readPages()
    expect(pages[0]?.ranked).toMatchObject({ count: 200, until: { timeZone: 'America/Chicago' } })
    const until = pages[0]?.ranked?.until?.startsAt ?? 0
    const rows = pages.flatMap(({ events }) => events)
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([230, 230])
    expect(rows.slice(0, 200).every(({ startsAt }) => startsAt <= until)).toBe(true)
    expect(rows.slice(200).every(({ startsAt }) => startsAt >= until)).toBe(true)
  })

  it('are recommended only for reasons that are true', async () => {
    const reasonsOf = async (query: string) =>
      (await (await viewer.ask(`/api/discover/events?${query}`)).json<DiscoverPage>()).events.map(({ reasons }) => reasons)
    const viewer = await enter('reasoned')
    expect((await reasonsOf(lakeQuery)).flat()).toEqual([])
    await env.DB.prepare(
      "INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, activities, version, created_at, updated_at) VALUES ('reasoned', 'R', '', 1, 'Austin', 'TX', 30, -97, 'America/Chicago', 'Unspecified', ?, 1, 1, 1)",
    )
      .bind(JSON.stringify([{ activity: 'tennis', level: 3, isOn: true }]))
      .run()
    // A game for every level does not match a level.
    expect(new Set((await reasonsOf(lakeQuery)).flat())).toEqual(new Set(['yourActivity']))
    const past = `lat=45&lng=-110&radius=10&past=1`
    expect((await reasonsOf(past)).flat()).toEqual([])
  })
})
