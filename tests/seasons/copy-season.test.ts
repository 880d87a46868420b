import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Season, SeasonDetail, SeasonPage, SeasonPeoplePage } from '../../domain/seasons/contract.ts'
import { copyUndoTime, shiftGame, type UndoneCopy } from '../../domain/seasons/copy-contract.ts'
import type { SessionPage } from '../../domain/seasons/results-contract.ts'
import { setPrice } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { crew, max, mia, olga, omar, setPlan, zoe } from '../teams/people.ts'
import { addGames, addGroup, as, dateIn, enter, match, outcome, place, read, resetSeason, send } from './season-requests.ts'

let groups: { red: string; blue: string }

holdQueues()

beforeEach(async () => {
  await env.DB.batch(['result_changes', 'team_sessions', 'joiners'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await env.DB.prepare('DELETE FROM events WHERE team_id = ?').bind(crew).run()
  await resetSeason()
  groups = { red: (await addGroup('Red', { levelMin: 2, size: 4 })).id, blue: (await addGroup('Blue')).id }
  await place(mia, 'captain', groups.red)
  await place(max, 'freeAgent')
  await addGames({ played: -24 * 7, practice: 24 * 2 })
  await match('played', groups.red, groups.blue)
  await enter(omar, 'played', 11, 3)
  await send(omar, 'PUT', '/sessions/practice', {})
})

const form = { label: 'Summer', startDate: dateIn(40), copiesPeople: true, copiesGames: true }
const copy = (id: string, more: object = {}) => send(id, 'POST', '/copies', { ...form, ...more })
const makeCopy = async (more: object = {}) => (await (await copy(omar, more)).json<Season>()).id
const at = (season: string, id: string, path: string, method = 'GET', json?: object) =>
  ask(`/api/seasons/${season}${path}`, { ...as(id), method, ...(json ? { json } : {}) })
const get = async <T>(season: string, path: string): Promise<T> => (await at(season, omar, path)).json()
const undo = (season: string, id: string = omar) => at(season, id, '/copy', 'DELETE')
const countSeasons = async () => (await (await ask(`/api/teams/${crew}/seasons`, as(mia))).json<SeasonPage>()).seasons.length

describe('A copy of a season', () => {
  it('has the groups, the people and the games at the same weekdays and times, without results', async () => {
    await setPrice('practice')
    const id = await makeCopy()
    const detail = await get<SeasonDetail>(id, '')
    expect(detail).toMatchObject({
      label: 'Summer',
      startDate: dateIn(40),
      endDate: dateIn(100),
      groups: [{ name: 'Blue' }, { name: 'Red', levelMin: 2, size: 4 }],
    })
    const red = detail.groups.find(({ name }) => name === 'Red')?.id
    const { people } = await get<SeasonPeoplePage>(id, '/registrations')
    expect(people.map(({ person, kind, groupId }) => [person.id, kind, groupId])).toEqual([
      [max, 'freeAgent', null],
      [mia, 'captain', red],
    ])
    const { sessions } = await get<SessionPage>(id, '/sessions')
    expect(sessions.map(({ title, result, homeGroupId }) => [title, result, homeGroupId])).toEqual([
      ['played', null, red],
      ['practice', null, null],
    ])
    const before = (await read<SessionPage>(omar, '/sessions')).sessions.map(({ startsAt }) => new Date(startsAt))
    expect(sessions.map(({ startsAt }) => [new Date(startsAt).getUTCDay(), startsAt % 86_400_000])).toEqual(
      before.map((start) => [start.getUTCDay(), (Math.floor(start.getTime() / 60_000) * 60_000) % 86_400_000]),
    )
    const prices = await rowsOf("SELECT title, pricing->>'amount' AS amount FROM events WHERE team_id = ? ORDER BY starts_at, title", crew)
    expect(prices.filter(({ amount }) => amount !== null)).toEqual([
      { title: 'practice', amount: 1500 },
      { title: 'practice', amount: 1500 },
    ])
    // The season that was copied is as it was.
    expect((await read<SessionPage>(omar, '/sessions?when=past')).sessions[0]?.result).toMatchObject({ homeScore: 11 })
  })

  it('is for organizers, and leaves people and games out if they are not wanted', async () => {
    expect(await outcome(copy(mia))).toBe('403 NotAllowed')
    expect(await outcome(copy(zoe))).toBe('404 SeasonNotFound')
    const id = await makeCopy({ copiesPeople: false, copiesGames: false })
    expect((await get<SeasonPeoplePage>(id, '/registrations')).people).toEqual([])
    expect((await get<SessionPage>(id, '/sessions')).sessions).toEqual([])
    const problem = await readProblem(await copy(omar, { startDate: '2027-02-30' }))
    expect([problem.status, problem.issues?.[0]?.path]).toEqual([400, 'startDate'])
  })

  it('needs a paid plan while another season is not over', async () => {
    await setPlan('ROOKIE')
    expect(await outcome(copy(omar))).toBe('409 SeasonNeedsPlan')
    expect(await countSeasons()).toBe(1)
    expect(await rowsOf('SELECT 1 FROM events WHERE team_id = ?', crew)).toHaveLength(2)
    await env.DB.prepare('UPDATE seasons SET ends_on = ?').bind(dateIn(-2)).run()
    expect(await outcome(copy(omar))).toBe(201)
    expect(await outcome(copy(omar))).toBe(201)
    expect(await countSeasons()).toBe(2)
  })

  it('that two people make at once is made once', async () => {
    const answers = await Promise.all([omar, olga, omar, olga].map(async (who) => (await copy(who)).json<Season>()))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await countSeasons()).toBe(2)
    expect(await rowsOf("SELECT 1 FROM events WHERE team_id = ? AND title = 'practice'", crew)).toHaveLength(2)
  })

  it('has dates that a season can have', async () => {
    for (const startDate of ['9999-12-31', '9999-11-02', '10000-01-01', '+010000-03']) {
      const problem = await readProblem(await copy(omar, { startDate }))
      expect([startDate, problem.status, problem.issues?.[0]?.path]).toEqual([startDate, 400, 'startDate'])
    }
    expect(await countSeasons()).toBe(1)
    const lastStart = '9999-11-01'
    const id = await makeCopy({ startDate: lastStart, copiesGames: false })
    expect(await get<SeasonDetail>(id, '')).toMatchObject({ startDate: lastStart, endDate: '9999-12-31' })
  })

  it('with other choices is refused while the first one exists', async () => {
    const id = await makeCopy({ copiesPeople: false })
    for (const more of [{}, { copiesGames: false }, { copiesPeople: false, copiesGames: false }, { label: 'SUMMER' }])
      expect([more, await outcome(copy(olga, more))]).toEqual([more, '409 SeasonCopiedDifferently'])
    expect(await makeCopy({ copiesPeople: false })).toBe(id)
    expect((await get<SeasonPeoplePage>(id, '/registrations')).people).toEqual([])
    expect(await countSeasons()).toBe(2)
    await undo(id)
    const second = await makeCopy()
    expect((await get<SeasonPeoplePage>(second, '/registrations')).people).toHaveLength(2)
  })

  it('that two people make at once with other choices is made once', async () => {
    const answers = await Promise.all([true, false].map((copiesPeople) => outcome(copy(omar, { copiesPeople }))))
    expect(answers.toSorted()).toEqual([201, '409 SeasonCopiedDifferently'])
    expect(await countSeasons()).toBe(2)
  })

  it('keeps games on their weekday, also at the ends of the season', () => {
    const season = { startDate: '2027-03-01', endDate: '2027-03-31' }
    const shifted = { startDate: '2027-09-03', endDate: '2027-10-03' }
    const weekdayOf = (date: string | null) => new Date(`${date}T00:00Z`).getUTCDay()
    for (const date of ['2027-03-01', '2027-03-15', '2027-03-31']) {
      const day = shiftGame(date, season, shifted)
      expect([weekdayOf(day), (day ?? '') >= shifted.startDate, (day ?? '') <= shifted.endDate]).toEqual([weekdayOf(date), true, true])
    }
    expect(shiftGame('2027-03-02', { ...season, endDate: '2027-03-02' }, { startDate: '2027-09-03', endDate: '2027-09-03' })).toBeNull()
  })
})

describe('Undoing a copy', () => {
  it('deletes all of it, for the person who made it, within a day', async () => {
    const id = await makeCopy()
    expect((await get<SeasonDetail>(id, '')).undoUntil).toBeGreaterThan(Date.now())
    expect(await outcome(undo(id, olga))).toBe('409 CopyNotFound')
    expect(await outcome(undo(id, mia))).toBe('403 NotAllowed')
    expect(await outcome(undo(id, zoe))).toBe('404 SeasonNotFound')
    expect(await (await undo(id)).json<UndoneCopy>()).toEqual({ kept: [] })
    expect(await countSeasons()).toBe(1)
    expect(await rowsOf('SELECT title FROM events WHERE team_id = ? ORDER BY title', crew)).toEqual([
      { title: 'played' },
      { title: 'practice' },
    ])
    // It can be made again.
    expect(await makeCopy()).toBe(id)
    await env.DB.prepare('UPDATE seasons SET created_at = created_at - ? WHERE id = ?').bind(copyUndoTime, id).run()
    expect(await outcome(undo(id))).toBe('409 CopyNotFound')
    expect((await get<SeasonDetail>(id, '')).undoUntil).toBeNull()
  })

  it('keeps and names what others changed meanwhile', async () => {
    const id = await makeCopy()
    const { groups: copied, version } = await get<SeasonDetail>(id, '')
    const [blue, red] = copied
    const { sessions } = await get<SessionPage>(id, '/sessions')
    await at(id, olga, `/groups/${blue?.id}`, 'PUT', { name: 'Light blue' })
    await at(id, mia, `/registrations/${max}`, 'PUT', { kind: 'player' })
    await at(id, max, `/registrations/${max}`, 'PUT', { kind: 'substitute' })
    await at(id, olga, `/sessions/${sessions[1]?.eventId}`, 'PUT', {})
    const { label, startDate, endDate } = await get<SeasonDetail>(id, '')
    await at(id, olga, '', 'PUT', { label: `${label} cup`, startDate, endDate, version })
    const { kept } = await (await undo(id)).json<UndoneCopy>()
    expect(kept).toEqual([
      { kind: 'season', name: 'Summer cup' },
      { kind: 'group', name: 'Light blue' },
      { kind: 'person', name: 'max' },
      { kind: 'game', name: 'practice' },
    ])
    const after = await get<SeasonDetail>(id, '')
    expect([after.label, after.groups.map(({ name }) => name), after.undoUntil]).toEqual(['Summer cup', ['Light blue'], null])
    expect(red?.name).toBe('Red')
    expect(await outcome(undo(id))).toBe('409 CopyNotFound')
  })

  it('keeps a game that somebody has joined', async () => {
    const id = await makeCopy()
    const { sessions } = await get<SessionPage>(id, '/sessions')
    const game = sessions[0]?.eventId
    expect((await ask(`/api/events/${game}/me`, { ...as(mia), method: 'PUT', json: {} })).ok).toBe(true)
    const { kept } = await (await undo(id)).json<UndoneCopy>()
    expect(kept.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['group Blue', 'group Red', 'game played'])
    expect(await rowsOf('SELECT 1 FROM joiners WHERE event_id = ?', game ?? '')).toHaveLength(1)
  })
})
