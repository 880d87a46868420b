import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RegistrationPage, Season, SeasonPage } from '../../domain/seasons/contract.ts'
import { dateText, dayNumberOf, latestLocalDate } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { openDatabase } from '../../worker/platform/database.ts'
import { deleteSeason } from '../../worker/seasons/change-season.ts'
import { listRegistrationsOf } from '../../worker/seasons/own-registrations.ts'
import { listSeasonPeople } from '../../worker/seasons/queries.ts'
import { listSessions } from '../../worker/seasons/session-queries.ts'
import { listOwnAsks } from '../../worker/seasons/substitute-queries.ts'
import { readTable } from '../../worker/seasons/table.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { ask, readProblem } from '../setup/client.ts'
import { actors, crew, db, max, mia, nextClock, olga, omar, outcomeOf, resetTeam, setPlan, zoe } from '../teams/people.ts'
import { buildWorld } from '../world/build-world.ts'

beforeEach(resetTeam)

const now = Date.UTC(2026, 10, 20, 18)
const today = dayNumberOf(latestLocalDate(now)) ?? 0

const as = (id: string) => ({ viewer: { id, name: id, emailVerified: true, profileComplete: true } })
const spring = { label: 'Spring 2027', startDate: '2027-03-01', endDate: '2027-05-31' }
const postSeason = (id: string, json: object = spring, team: string = crew) =>
  ask(`/api/teams/${team}/seasons`, { ...as(id), method: 'POST', json })
const getSeasons = (id: string, query = '') => ask(`/api/teams/${crew}/seasons${query}`, as(id))
const putRegistration = (id: string, season: string, who: string) =>
  ask(`/api/seasons/${season}/registrations/${who}`, { ...as(id), method: 'PUT', json: {} })
const deleteRegistration = (id: string, season: string, who: string) =>
  ask(`/api/seasons/${season}/registrations/${who}`, { ...as(id), method: 'DELETE' })
const getMyRegistrations = async (id: string, query = ''): Promise<RegistrationPage> =>
  (await ask(`/api/seasons/mine${query}`, as(id))).json()

/** Adds seasons of one week and registers Mia for them. Each number is the days from today to the end of a season. */
async function addSeasonsEnding(ends: readonly number[]): Promise<void> {
  const rows = ends.map((end, index) => [
    `season-${String(index).padStart(3, '0')}`,
    `Ends ${end}`,
    dateText(today + end - 6),
    dateText(today + end),
  ])
  await env.DB.batch([
    env.DB.prepare(
      'INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) SELECT value->>0, ?, value->>1, value->>2, value->>3, NULL, 1 FROM json_each(?)',
    ).bind(crew, JSON.stringify(rows)),
    env.DB.prepare(
      'INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at) SELECT id, ?, ends_on, 1 FROM seasons',
    ).bind(mia),
  ])
}

const labels = ({ registrations }: RegistrationPage) => registrations.map(({ seasonLabel }) => seasonLabel)

describe('The seasons of a team', () => {
  it('are created by its organizers, and visible to its members', async () => {
    await setPlan('VARSITY')
    const answer = await postSeason(omar)
    expect(answer.status).toBe(201)
    const season = await answer.json<Season>()
    expect(season).toEqual({ id: season.id, ...spring })
    await postSeason(olga, { ...spring, label: 'Spring break', endDate: '2027-03-10' })
    for (const id of [mia, max]) expect((await postSeason(id)).status).toBe(403)
    for (const id of [olga, omar, mia]) {
      const { seasons, next } = await (await getSeasons(id)).json<SeasonPage>()
      expect([seasons.map(({ label }) => label), next]).toEqual([['Spring 2027', 'Spring break'], null])
    }
    expect((await getSeasons(zoe)).status).toBe(404)
    expect((await postSeason(zoe)).status).toBe(404)
  })

  it('are refused with the invalid fields', async () => {
    const problem = await readProblem(await postSeason(olga, { ...spring, startDate: '2027-02-30' }))
    expect(problem).toMatchObject({ code: 'InvalidInput', issues: [{ path: 'startDate', message: 'Enter a valid date.' }] })
    expect((await readProblem(await postSeason(olga, { ...spring, endDate: '2027-02-28' }))).issues).toMatchObject([{ path: 'endDate' }])
  })

  it('come in pages of twenty, each season once', async () => {
    await addSeasonsEnding(Array.from({ length: 45 }, (_, index) => Math.floor(index / 3)))
    const seen: string[] = []
    const sizes: number[] = []
    for (let query = ''; sizes.length < 4; ) {
      const { seasons, next } = await (await getSeasons(mia, query)).json<SeasonPage>()
      seen.push(...seasons.map(({ endDate, id }) => `${endDate} ${id}`))
      sizes.push(seasons.length)
      if (next === null) break
      query = `?cursor=${next}`
    }
    expect(sizes).toEqual([20, 20, 5])
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
    expect((await getSeasons(mia, '?cursor=x')).status).toBe(400)
  })
})

describe('The table of a season', () => {
  it('is not found if the season is deleted while it is made, before whichever of its four batches', async () => {
    const outcomes: string[] = []
    for (const moment of [1, 2, 3, 4, 5]) {
      const { id } = await (await postSeason(omar)).json<Season>()
      const own = db()
      const send = own.$client.batch.bind(own.$client)
      let batches = 0
      own.$client.batch = async <Row>(statements: D1PreparedStatement[]) => {
        batches += 1
        if (batches === moment) await deleteSeason(db(), nextClock(), actors.organizer, id)
        return send<Row>(statements)
      }
      outcomes.push(await outcomeOf(readTable(own, actors.member, id)))
    }
    expect(outcomes).toEqual(['SeasonNotFound', 'SeasonNotFound', 'SeasonNotFound', 'SeasonNotFound', 'ok'])
  })
})

describe('My registrations', () => {
  it('are listed with the team for me only, until they are deleted', async () => {
    await env.DB.prepare("UPDATE teams SET photo_key = 'crew'").run()
    const { id } = await (await postSeason(olga)).json<Season>()
    expect((await putRegistration(omar, id, mia)).status).toBe(204)
    expect(await getMyRegistrations(mia)).toEqual({
      registrations: [
        {
          id,
          team: { id: crew, name: 'Court Crew', pictureUrl: '/files/photos/crew/480' },
          seasonLabel: 'Spring 2027',
          startDate: '2027-03-01',
          endDate: '2027-05-31',
          child: null,
          groupName: null,
          submission: null,
        },
      ],
      next: null,
    })
    for (const other of [olga, max, zoe]) expect(await getMyRegistrations(other)).toEqual({ registrations: [], next: null })
    expect((await deleteRegistration(mia, id, mia)).status).toBe(204)
    expect((await getMyRegistrations(mia)).registrations).toEqual([])
  })

  it('have current and future seasons first, by end date, then past ones, newest first', async () => {
    await addSeasonsEnding([-30, 40, 0, -1, 5, -300])
    const expected = ['Ends 0', 'Ends 5', 'Ends 40', 'Ends -1', 'Ends -30', 'Ends -300']
    expect(labels(await listRegistrationsOf(db(), mia, now))).toEqual(expected)
    expect(labels(await listRegistrationsOf(db(), mia, now + day))).toEqual(['Ends 5', 'Ends 40', 'Ends 0', ...expected.slice(3)])
  })

  it.each([
    ['current and past seasons', 30, 35],
    ['a page that ends where the past begins', 20, 21],
    ['only past seasons', 0, 41],
    ['only future seasons', 41, 0],
  ])('come in pages of twenty without gaps: %s', async (_, ahead, over) => {
    // Three seasons end on each day, and the date changes between two pages.
    const ends = [
      ...Array.from({ length: ahead }, (_, index) => Math.floor(index / 3)),
      ...Array.from({ length: over }, (_, index) => -1 - Math.floor(index / 3)),
    ]
    await addSeasonsEnding(ends)
    const { db: counted, count } = openDatabase(env.DB, { write: false }, { counting: true, outboxIds: [] })
    const pages: RegistrationPage[] = []
    let cursor: string | undefined
    do {
      const before = count.rowsRead
      const page = await listRegistrationsOf(counted, mia, now + pages.length * day, cursor)
      // Each registration reads three rows: its own, its season and its team. Where the past begins, both sides read a full page.
      expect(count.rowsRead - before).toBeLessThanOrEqual(2 * 21 * 3 + 4)
      pages.push(page)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(pages.flatMap(labels)).toEqual(ends.map((end) => `Ends ${end}`))
    expect(new Set(pages.flatMap(({ registrations }) => registrations.map(({ id }) => id))).size).toBe(ends.length)
    expect(pages.slice(0, -1).map(({ registrations }) => registrations.length)).toEqual(pages.slice(1).map(() => 20))
  })

  it('refuse an invalid cursor', async () => {
    for (const cursor of ['x', btoa('[1]'), btoa('["2026-11-20","2026-11-20"]')])
      expect((await ask(`/api/seasons/mine?cursor=${cursor}`, as(mia))).status, cursor).toBe(400)
  })
})

describe('The demo world', () => {
  it('has a current and a past season for Maya, however often it is built', async () => {
    await buildWorld(env.DB, ['cities:some', 'people', 'teams'])
    for (const at of [now, now]) await buildWorld(env.DB, ['seasons'], at)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM seasons').first('n')).toBe(3)
    await env.DB.exec("UPDATE teams SET plan = 'VARSITY' WHERE id = 'sunset-smashers'")
    for (const at of [now, now]) await buildWorld(env.DB, ['seasons'], at)
    const { registrations } = await listRegistrationsOf(db(), 'demo-player', now)
    expect(registrations.map(({ id, seasonLabel, team }) => [id, seasonLabel, team.name])).toEqual([
      ['smashers-running', 'Fall 2026', 'Sunset Smashers'],
      ['smashers-over', 'Summer 2026', 'Sunset Smashers'],
    ])
    expect(await env.DB.prepare('SELECT count(*) AS n FROM seasons').first('n')).toBe(4)
  })

  it('has a table that says why a side is behind, a dispute and a forfeit, however often it is built', async () => {
    await buildWorld(env.DB, ['cities:some', 'people', 'places', 'crowd', 'teams', 'smashers'])
    for (const at of [now, now]) await buildWorld(env.DB, ['seasons', 'seasonMatches'], at)
    const { rows } = await readTable(db(), asPerson('demo-player'), 'smashers-running')
    expect(rows.map(({ name, points, ahead }) => [name, points, ahead?.by ?? null])).toEqual([
      ['Dink Floyd', 15, 'points'],
      ['Net Gains', 6, 'headToHead'],
      ['Sunset Aces', 6, 'points'],
      ['Kitchen Rules', 0, null],
    ])
    expect(rows.map(({ meetings }) => meetings.length)).toEqual([0, 1, 0, 0])
    const { sessions } = await listSessions(db(), asPerson('demo-player'), 'smashers-running', { now, when: 'past' })
    expect(sessions.map(({ result }) => (result === null ? 'none' : result.forfeitSide === null ? result.state : 'forfeit'))).toEqual([
      ...[
        'none',
        'forfeit',
        'disputed',
        'confirmed',
        'entered',
        'confirmed',
        'confirmed',
        'confirmed',
        'confirmed',
        'confirmed',
        'confirmed',
      ],
    ])
    const { people } = await listSeasonPeople(db(), asPerson('demo-player'), 'smashers-running')
    expect(Object.groupBy(people, ({ kind }) => kind)).toMatchObject({
      captain: { length: 4 },
      freeAgent: { length: 3 },
      substitute: { length: 2 },
    })
    expect((await listRegistrationsOf(db(), 'demo-player', now)).registrations).toHaveLength(2)
    const { asks } = await listOwnAsks(db(), now, asPerson('demo-player'), 'smashers-running')
    expect(asks.map(({ eventId, state }) => `${eventId} ${state}`)).toEqual(['round-7-floyd open'])
    const tables = ['result_changes', 'substitute_asks', 'substitute_calls', 'team_sessions']
    await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  })
})
