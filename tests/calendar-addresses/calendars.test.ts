import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxPastInCalendar, maxUpcomingInCalendar } from '../../domain/calendar-addresses/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { cancel, change, join, leave, publishGame } from '../events/games.ts'
import { enter, type Person, putInTeams, rowsRead } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { readEvents } from '../setup/read-calendar.ts'
import {
  addEntry,
  addGames,
  listGames,
  makeAddress,
  openCalendar,
  ownAddress,
  removeAddress,
  showOtherTeams,
  titlesIn,
} from './calendars.ts'

collectLog()

let host: Person
let people = 0
const newcomer = () => enter(`calendar-${++people}`)

beforeAll(async () => {
  host = await enter('calendar-host')
})

const nextYear = new Date().getUTCFullYear() + 1
/** The Sundays of a month of next year. Clocks change on one of those of March, April, October and November. */
const sundaysOf = (month: number) =>
  Array.from({ length: 31 }, (_, index) => Date.UTC(nextYear, month - 1, index + 1)).filter(
    (time) => new Date(time).getUTCDay() === 0 && new Date(time).getUTCMonth() === month - 1,
  )
const soon = (days: number) => Math.floor(Date.now() / hour) * hour + days * day
const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

describe('The calendar of a person', () => {
  it('has each game with all its facts, in zones north and south of the equator, on both sides of each clock change', async () => {
    const ana = await newcomer()
    const zones = ['America/New_York', 'Australia/Sydney', 'America/Phoenix']
    const games = zones.flatMap((zone, index) =>
      [3, 4, 10, 11].flatMap(sundaysOf).map((sunday, number) => ({
        id: `around-${index}-${number}`,
        creatorId: ana.id,
        zone,
        title: `Doubles; "A", \\B\\ ${'🎾'.repeat(30)}`,
        description: `Bring **water**.\n\nCourts 3, 4; ${'é'.repeat(80)}`,
        // Half past 1 or 2 at night, on both sides of the change.
        startsAt: sunday + (index === 1 ? -8.5 : 6.5) * hour,
      })),
    )
    await addGames(games)
    const url = await makeAddress(ana)
    const text = await (await openCalendar(url)).text()
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    const seen = readEvents(text)
    expect(seen).toHaveLength(games.length)
    for (const game of games) {
      expect(seen.find(({ uid }) => uid === `${game.id}@gather`)).toEqual({
        uid: `${game.id}@gather`,
        title: game.title,
        description: `Bring water.\n\nCourts 3, 4; ${'é'.repeat(80)}`,
        place: 'Rose Courts, 2 Rose St',
        url: `http://localhost:5173/evt/${game.id}`,
        geo: [30.25, -97.75],
        status: 'CONFIRMED',
        sequence: 122_163_203,
        startsAt: game.startsAt,
        endsAt: game.startsAt + hour,
        changedAt: 1700000000000,
        // Times that the clocks show twice are in UTC.
        zone: expect.toBeOneOf([game.zone, 'UTC']),
        isAllDay: false,
      })
    }
    expect(seen.filter(({ zone }) => zone === 'UTC').length).toBeLessThanOrEqual(2)
  })

  it('keeps the two hours apart that a clock shows twice', async () => {
    const ana = await newcomer()
    const twice = (sundaysOf(11)[0] ?? 0) + 5.5 * hour
    await addGames(
      [0, 1, 2].map((hours) => ({
        id: `twice-${hours}`,
        creatorId: ana.id,
        zone: 'America/New_York',
        startsAt: twice + (hours - 1) * hour,
      })),
    )
    const seen = await listGames(await makeAddress(ana))
    expect(seen.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual(
      [-1, 0, 1].map((hours) => [twice + hours * hour, twice + (hours + 1) * hour]),
    )
  })

  it('has games that they go to, host and co-host, and none in which they only wait', async () => {
    const ana = await newcomer()
    await addGames(
      ['going', 'waiting', 'asked', 'offered', 'left', 'co-hosted'].map((id, index) => ({
        id: `state-${id}`,
        creatorId: host.id,
        startsAt: soon(index + 1),
      })),
    )
    for (const state of ['going', 'waiting', 'asked', 'offered', 'left']) await addEntry(`state-${state}`, ana.id, state)
    await run("INSERT INTO event_hosts SELECT id, ?, starts_at, 1 FROM events WHERE id = 'state-co-hosted'", ana.id)
    const own = await publishGame(ana, { title: 'Mine' })
    expect(new Set(await titlesIn(await makeAddress(ana)))).toEqual(new Set(['state-going', 'state-co-hosted', 'Mine']))
    await publishGame(ana, { title: 'My draft' }, { publish: { when: 'never' } })
    expect((await listGames(await makeAddress(ana))).map(({ uid }) => uid)).toContain(`${own}@gather`)
    expect(await titlesIn(await makeAddress(ana))).not.toContain('My draft')
  })

  it('follows what happens to a game: joined, changed, cancelled, left', async () => {
    const ana = await newcomer()
    const url = await makeAddress(ana)
    const id = await publishGame(host, { title: 'Changing' })
    expect(await listGames(url)).toEqual([])
    expect((await join(ana, id)).status).toBe(200)
    const [before] = await listGames(url)
    expect(before).toMatchObject({ title: 'Changing', status: 'CONFIRMED' })
    expect((await change(host, id, { title: 'Changed' })).status).toBe(204)
    const [after] = await listGames(url)
    expect(after).toMatchObject({ uid: before?.uid, title: 'Changed' })
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
    expect((await cancel(host, id)).status).toBe(204)
    const [cancelled] = await listGames(url)
    expect(cancelled).toMatchObject({ uid: before?.uid, status: 'CANCELLED' })
    expect(cancelled?.sequence).toBeGreaterThan(after?.sequence ?? 0)

    const other = await publishGame(host, { title: 'Left' })
    await join(ana, other)
    expect(await titlesIn(url)).toContain('Left')
    await leave(ana, other)
    expect(await titlesIn(url)).not.toContain('Left')
  })

  it('has games of their seasons that wait for an answer as tentative', async () => {
    const ana = await newcomer()
    await putInTeams(['calendar-season-team'], [ana.id])
    await addGames(
      ['session', 'no-session', 'answered', 'over'].map((id, index) => ({
        id: `invited-${id}`,
        creatorId: host.id,
        startsAt: soon(id === 'over' ? -1 : index + 1),
      })),
    )
    await run(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('calendar-season', 'calendar-season-team', 'S', '2020-01-01', '2100-01-01', 1)",
    )
    for (const id of ['session', 'answered', 'over'])
      await run("INSERT INTO team_sessions (event_id, season_id) VALUES (?, 'calendar-season')", `invited-${id}`)
    for (const id of ['session', 'no-session', 'answered', 'over'])
      await run('INSERT INTO event_invites VALUES (?, ?, NULL, 1)', `invited-${id}`, ana.id)
    await addEntry('invited-answered', ana.id, 'left')
    expect(await listGames(await makeAddress(ana))).toMatchObject([{ title: 'invited-session', status: 'TENTATIVE' }])
    await addEntry('invited-session', ana.id)
    expect(await listGames(await makeAddress(ana))).toMatchObject([{ title: 'invited-session', status: 'CONFIRMED' }])
  })

  it('has the games of teams on other sites if the person wants them', async () => {
    const ana = await newcomer()
    const url = await makeAddress(ana)
    await run(
      `INSERT INTO external_teams (id, user_id, name, address, feed_url, time_zone, state, skipped_entries, is_cut, failure_count, notified_failures, created_at, updated_at)
       VALUES ('calendar-external', ?, 'River City', '', 'https://calendars.example.com/secret-feed.ics', 'Australia/Sydney', 'active', 0, 0, 0, '[]', 1, 1)`,
      ana.id,
    )
    const add = (uid: string, startsAt: number, endsAt: number, days: [string | null, string | null], isCancelled: boolean) =>
      run(
        "INSERT INTO external_games VALUES ('calendar-external', ?, '', ?, ?, 'Dock; 4', ?, ?, ?, ?, ?, 1)",
        uid,
        ana.id,
        uid,
        startsAt,
        endsAt,
        ...days,
        isCancelled ? 1 : 0,
      )
    await add('away', soon(5), soon(5) + hour, [null, null], false)
    await add('off', soon(6), soon(6) + hour, [null, null], true)
    const first = `${nextYear}-04-03`
    await add('cup', Date.parse(first), Date.parse(first) + 2 * day, [first, `${nextYear}-04-04`], false)
    expect(await listGames(url)).toEqual([])
    expect((await showOtherTeams(ana, true)).status).toBe(204)
    expect(await ownAddress(ana)).toMatchObject({ url, hasOtherTeams: true })
    expect(await listGames(url)).toMatchObject([
      {
        title: 'away',
        place: 'Dock; 4',
        description: 'River City',
        startsAt: soon(5),
        endsAt: soon(5) + hour,
        status: 'CONFIRMED',
        isAllDay: false,
      },
      { title: 'off', status: 'CANCELLED' },
      { title: 'cup', isAllDay: true },
    ])
    const text = await (await openCalendar(url)).text()
    expect(text).toContain(`DTSTART;VALUE=DATE:${nextYear}0403\r\nDTEND;VALUE=DATE:${nextYear}0405\r\n`)
    expect(text).not.toContain('secret-feed')
    // A new address keeps the choice.
    expect(await titlesIn(await makeAddress(ana))).toContain('away')
    await showOtherTeams(ana, false)
    expect(await titlesIn((await ownAddress(ana))?.url ?? '')).toEqual([])
  })

  it('is bounded, and has the nearest games', async () => {
    const ana = await newcomer()
    const games = Array.from({ length: 700 }, (_, index) => ({
      id: `many-${index}`,
      creatorId: ana.id,
      startsAt: soon(0) + (index - 200) * 3 * hour + 1,
    }))
    await addGames(games)
    const seen = (await listGames(await makeAddress(ana))).map(({ uid }) => Number(/many-(\d+)/.exec(uid)?.[1]))
    expect(seen).toHaveLength(maxUpcomingInCalendar + maxPastInCalendar)
    expect(Math.max(...seen) - Math.min(...seen)).toBe(maxUpcomingInCalendar + maxPastInCalendar - 1)
  })

  it('has no game that was more than 30 days ago', async () => {
    const ana = await newcomer()
    await addGames([29, 31].map((days) => ({ id: `past-${days}`, creatorId: ana.id, startsAt: soon(-days) })))
    expect(await titlesIn(await makeAddress(ana))).toEqual(['past-29'])
  })

  it('answers "not modified" until something changes, and is never taken from a cache unasked', async () => {
    const ana = await newcomer()
    const url = await makeAddress(ana)
    const id = await publishGame(ana, { title: 'Tagged' })
    const answer = await openCalendar(url)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const same = await openCalendar(url, { 'if-none-match': `W/${etag}` })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
    await change(ana, id, { title: 'Retagged' })
    const other = await openCalendar(url, { 'if-none-match': etag })
    expect(other.status).toBe(200)
    expect(await other.text()).toContain('SUMMARY:Retagged')
  })

  it('costs few rows and two round trips', async () => {
    const ana = await newcomer()
    await addGames(Array.from({ length: 50 }, (_, index) => ({ id: `cost-${index}`, creatorId: host.id, startsAt: soon(index) + 1 })))
    for (let index = 0; index < 50; index++) await addEntry(`cost-${index}`, ana.id)
    const answer = await openCalendar(await makeAddress(ana))
    expect(readEvents(await answer.clone().text())).toHaveLength(50)
    expect(rowsRead(answer)).toBeLessThan(50 * 12)
    expect(answer.headers.get('server-timing')).toMatch(/round trips 2\b/)
  })
})

describe('The calendar of a community', () => {
  it('has its games to come and of the last 30 days that the member can find', async () => {
    const [ana, bo] = [await newcomer(), await newcomer()]
    await putInTeams(['calendar-crew', 'calendar-others'], [ana.id])
    await putInTeams(['calendar-crew'], [bo.id])
    const game = { creatorId: host.id, teamId: 'calendar-crew' }
    await addGames([
      { ...game, id: 'crew-public', startsAt: soon(1) },
      { ...game, id: 'crew-team', startsAt: soon(2), visibility: 'team' },
      { ...game, id: 'crew-link', startsAt: soon(3), visibility: 'link' },
      { ...game, id: 'crew-draft', startsAt: soon(4), state: 'draft' },
      { ...game, id: 'crew-cancelled', startsAt: soon(5), state: 'cancelled' },
      { ...game, id: 'crew-late', startsAt: soon(-29) },
      { ...game, id: 'crew-old', startsAt: soon(-31) },
      { ...game, id: 'other-team', startsAt: soon(1), teamId: 'calendar-others' },
    ])
    const url = await makeAddress(ana, 'calendar-crew')
    expect((await listGames(url)).map(({ title, status }) => `${title} ${status}`)).toEqual([
      'crew-late CONFIRMED',
      'crew-public CONFIRMED',
      'crew-team CONFIRMED',
      'crew-cancelled CANCELLED',
    ])
    expect(await (await openCalendar(url)).text()).toContain('X-WR-CALNAME:A team')
    expect(await ownAddress(ana, 'calendar-crew')).toMatchObject({ url })
    // Each member has an own address, and one for each community.
    expect(await ownAddress(bo, 'calendar-crew')).toBeNull()
    const ofBo = await makeAddress(bo, 'calendar-crew')
    expect(ofBo).not.toBe(url)
    await removeAddress(ana, 'calendar-crew')
    expect((await openCalendar(url)).status).toBe(404)
    expect((await openCalendar(ofBo)).status).toBe(200)
  })

  it('costs few rows and two round trips', async () => {
    const ana = await newcomer()
    await putInTeams(['calendar-busy'], [ana.id])
    await addGames(
      Array.from({ length: 50 }, (_, index) => ({
        id: `busy-${index}`,
        creatorId: host.id,
        teamId: 'calendar-busy',
        visibility: 'team' as const,
        startsAt: soon(index) + 1,
      })),
    )
    const answer = await openCalendar(await makeAddress(ana, 'calendar-busy'))
    expect(readEvents(await answer.clone().text())).toHaveLength(50)
    expect(rowsRead(answer)).toBeLessThan(50 * 12)
    expect(answer.headers.get('server-timing')).toMatch(/round trips 2\b/)
  })
})
