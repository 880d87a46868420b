import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MatchPlan } from '../../domain/seasons/planner-contract.ts'
import type { SessionPage } from '../../domain/seasons/results-contract.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { crew, max, mia, omar, zoe } from '../teams/people.ts'
import { addGroup, dateIn, outcome, place, read, resetSeason, send } from './season-requests.ts'

const queues = holdQueues()

beforeEach(async () => {
  const tables = ['result_changes', 'substitute_asks', 'substitute_calls', 'team_sessions', 'joiners', 'event_invites', 'outbox', 'jobs']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await env.DB.prepare('DELETE FROM events WHERE team_id = ?').bind(crew).run()
  await resetSeason()
})

const where = { placeId: null, name: 'Northside Courts', address: '1 Court St, Austin, TX', lat: 30.2672, lng: -97.7431 }
const setUp = async () => {
  const groupIds = []
  for (const name of ['Red', 'Blue', 'Green']) groupIds.push((await addGroup(name)).id)
  const [red = '', blue = ''] = groupIds
  await place(mia, 'captain', red)
  await place(max, 'player', blue)
  const form = {
    ...{ groupIds, meetings: 1, weekdays: ['monday', 'wednesday', 'friday'], startTimes: ['18:00', '20:00'], durationMinutes: 60 },
    ...{ courts: 2, restDays: 1, where },
  }
  const plan = await (await send(omar, 'POST', '/match-plan', form)).json<MatchPlan>()
  const games = plan.games.map(({ startsAt: _, ...game }) => game)
  const request = {
    ...{ games, durationMinutes: 60, where, activity: 'tennis', title: 'League', capacity: 4, attendance: 'joined' },
    idempotencyKey: 'one-plan',
  }
  return { groupIds, form, plan, games, request }
}
const listSessions = async () => (await read<SessionPage>(mia, '/sessions?when=upcoming')).sessions

describe('A plan of games', () => {
  it('is shown with numbers, and made as it was shown, once', async () => {
    const { plan, request } = await setUp()
    expect(plan).toMatchObject({
      timeZone: 'America/Chicago',
      sides: [
        { games: 2, home: 1 },
        { games: 2, home: 1 },
        { games: 2, home: 1 },
      ],
    })
    expect(await listSessions()).toEqual([])
    const made = await Promise.all(Array.from({ length: 5 }, () => send(omar, 'POST', '/match-series', request)))
    for (const answer of made) expect([answer.status, await answer.json()]).toEqual([201, { count: 3 }])
    const sessions = await listSessions()
    expect(sessions.map(({ startsAt, homeGroupId, awayGroupId }) => ({ startsAt, homeGroupId, awayGroupId }))).toEqual(
      plan.games.map(({ startsAt, homeGroupId, awayGroupId }) => ({ startsAt, homeGroupId, awayGroupId })),
    )
    await expect.poll(() => queues.work.length).toBeGreaterThan(0)
    await consume('work', queues.work.splice(0))
    const going = await rowsOf("SELECT count(*) AS n FROM joiners WHERE user_id = 'mia' AND state = 'going'")
    expect(going).toEqual([{ n: 2 }])
  })

  it('looks at the hours that people share, as a number only', async () => {
    const { form } = await setUp()
    const never = { isAvailable: false, timeRanges: [] }
    const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    await env.DB.prepare(
      "INSERT OR REPLACE INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at) VALUES ('mia', 'UTC', ?, '[]', 1, 1, 1)",
    )
      .bind(JSON.stringify(Object.fromEntries(weekdays.map((weekday) => [weekday, never]))))
      .run()
    const free = async () => (await (await send(omar, 'POST', '/match-plan', form)).json<MatchPlan>()).sides.map((side) => side.free)
    expect(await free()).toEqual([null, null, null])
    await env.DB.prepare("INSERT INTO team_hour_shares (team_id, user_id, shared_since) VALUES (?, 'mia', 9)").bind(crew).run()
    expect(await free()).toEqual([0, null, null])
  })

  it('is for organizers, and refused with the field: foreign groups, no time, days outside, 500 games', async () => {
    const { form, games, request, groupIds } = await setUp()
    for (const [path, json] of [
      ['/match-plan', form],
      ['/match-series', request],
    ] as const) {
      expect(await outcome(send(mia, 'POST', path, json))).toBe('403 NotAllowed')
      expect(await outcome(send(zoe, 'POST', path, json))).toBe('404 SeasonNotFound')
    }
    const pathOf = async (path: string, json: object) => {
      const problem = await readProblem(await send(omar, 'POST', path, json))
      return `${problem.status} ${problem.code} ${problem.issues?.[0]?.path}`
    }
    expect(await pathOf('/match-plan', { ...form, groupIds: [groupIds[0], 'foreign'] })).toMatch(/GroupNotFound groupIds$/)
    expect(await pathOf('/match-plan', { ...form, groupIds: [groupIds[0]] })).toBe('400 InvalidInput groupIds')
    expect(await pathOf('/match-plan', { ...form, meetings: 5 })).toBe('400 InvalidInput meetings')
    const [first] = games
    const many = Array.from({ length: 500 }, () => first)
    expect(await pathOf('/match-series', { ...request, games: many })).toBe('400 InvalidInput games')
    expect(await pathOf('/match-series', { ...request, games: [{ ...first, date: dateIn(99) }] })).toMatch(/SessionNotInSeason games$/)
    expect(await pathOf('/match-series', { ...request, games: [first, first] })).toBe('400 SidePlaysTwice games')
    expect(await pathOf('/match-series', { ...request, games: [{ ...first, awayGroupId: 'foreign' }] })).toMatch(/GroupNotFound games$/)
    expect(await listSessions()).toEqual([])
  })
})
