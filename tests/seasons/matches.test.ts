import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SeasonDetail, SeasonPeoplePage, SeasonTable } from '../../domain/seasons/contract.ts'
import type { ResultChangePage, SessionPage } from '../../domain/seasons/results-contract.ts'
import { addMember, removeMember } from '../../worker/teams/change-members.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { ask, readProblem } from '../setup/client.ts'
import { actors, addCrowd, crew, crowd, db, max, mia, nextClock, olga, omar, purgeDeletedTeams, setPlan, zoe } from '../teams/people.ts'
import { addGames, addGroup, as, dateIn, enter, match, outcome, place, read, resetSeason, season, send } from './season-requests.ts'

beforeEach(resetSeason)

describe('The groups of a season', () => {
  it('are made by organizers, and seen by members only', async () => {
    const red = await addGroup('Red', { levelMin: 2, levelMax: 3.5, size: 4 })
    await addGroup('Blue')
    const detail = await read<SeasonDetail>(mia, '')
    expect(detail.groups).toEqual([
      { id: expect.any(String), name: 'Blue', levelMin: null, levelMax: null, size: null, people: 0 },
      { id: red.id, name: 'Red', levelMin: 2, levelMax: 3.5, size: 4, people: 0 },
    ])
    expect(detail).toMatchObject({ label: 'Spring', teamId: crew, me: null })
    expect(await outcome(send(mia, 'POST', '/groups', { name: 'Green' }))).toBe('403 NotAllowed')
    expect(await outcome(send(zoe, 'POST', '/groups', { name: 'Green' }))).toBe('404 SeasonNotFound')
    expect(await outcome(send(zoe, 'GET', ''))).toBe('404 SeasonNotFound')
  })

  it('have different names, whatever their case', async () => {
    const red = await addGroup('Red')
    const blue = await addGroup('Blue')
    const again = await readProblem(await send(omar, 'POST', '/groups', { name: 'RED' }))
    expect(again).toMatchObject({ code: 'GroupNameTaken', issues: [{ path: 'name' }] })
    expect(await outcome(send(omar, 'PUT', `/groups/${blue.id}`, { name: 'red' }))).toBe('409 GroupNameTaken')
    expect(await outcome(send(omar, 'PUT', `/groups/${red.id}`, { name: 'RED' }))).toBe(200)
  })

  it('refuse a highest level below the lowest, and a size that is too small', async () => {
    for (const [form, path] of [
      [{ name: 'Green', levelMin: 3, levelMax: 2 }, 'levelMax'],
      [{ name: 'Green', size: 0 }, 'size'],
      [{ name: 'Green', size: 2.5 }, 'size'],
      [{ name: '  ' }, 'name'],
    ] as const)
      expect((await readProblem(await send(omar, 'POST', '/groups', form))).issues?.[0]?.path).toBe(path)
    const red = await addGroup('Red')
    for (const who of [mia, max]) expect((await place(who, 'player', red.id)).status).toBe(204)
    expect(await outcome(send(omar, 'PUT', `/groups/${red.id}`, { name: 'Red', size: 1 }))).toBe('409 GroupSizeTooSmall')
    expect(await outcome(send(omar, 'PUT', `/groups/${red.id}`, { name: 'Red', size: 2 }))).toBe(200)
  })

  it('can be deleted until they have matches, and keep their people in the season', async () => {
    const [red, blue] = [await addGroup('Red'), await addGroup('Blue')]
    await place(mia, 'captain', red.id)
    await addGames({ first: -5 })
    await match('first', red.id, blue.id)
    expect(await outcome(send(omar, 'DELETE', `/groups/${red.id}`))).toBe('409 GroupHasMatches')
    await send(omar, 'DELETE', '/sessions/first')
    expect(await outcome(send(omar, 'DELETE', `/groups/${red.id}`))).toBe(204)
    expect(await outcome(send(omar, 'DELETE', `/groups/${red.id}`))).toBe('404 GroupNotFound')
    expect((await read<SeasonDetail>(mia, '')).me).toEqual({ kind: 'player', groupId: null })
  })
})

describe('Taking part in a season', () => {
  it('is for members themselves, without a group, until it is over', async () => {
    for (const kind of ['freeAgent', 'substitute', 'player']) expect(await outcome(place(mia, kind, null, mia))).toBe(204)
    expect((await read<SeasonDetail>(mia, '')).me).toEqual({ kind: 'player', groupId: null })
    const red = await addGroup('Red')
    expect(await outcome(place(mia, 'player', red.id, mia))).toBe('403 NotAllowed')
    expect(await outcome(place(mia, 'captain', red.id, mia))).toBe('403 NotAllowed')
    expect(await outcome(place(max, 'freeAgent', null, mia))).toBe('403 NotAllowed')
    expect(await outcome(place(zoe, 'player', null, zoe))).toBe('404 SeasonNotFound')
    await place(mia, 'player', red.id)
    expect(await outcome(place(mia, 'freeAgent', null, mia))).toBe('409 PlaceInGroupGiven')
    await env.DB.prepare('UPDATE seasons SET ends_on = ?').bind(dateIn(-3)).run()
    expect(await outcome(place(max, 'player', null, max))).toBe('409 SeasonOver')
    expect(await outcome(place(max, 'player', red.id))).toBe(204)
  })

  it('needs a group for a captain, and none for free agents', async () => {
    const red = await addGroup('Red')
    expect((await readProblem(await place(mia, 'captain'))).issues).toMatchObject([{ path: 'groupId' }])
    expect((await readProblem(await place(mia, 'freeAgent', red.id))).issues).toMatchObject([{ path: 'groupId' }])
    expect(await outcome(place(mia, 'player', 'no-group'))).toBe('404 GroupNotFound')
    expect(await outcome(place(mia, 'captain', red.id))).toBe(204)
    expect(await outcome(place(max, 'captain', red.id))).toBe('409 GroupHasCaptain')
    expect(await outcome(place(mia, 'player', red.id))).toBe(204)
    expect(await outcome(place(max, 'captain', red.id))).toBe(204)
    const { people } = await read<SeasonPeoplePage>(mia, '/registrations')
    expect(people.map(({ person, kind, groupId }) => [person.id, kind, groupId])).toEqual([
      [max, 'captain', red.id],
      [mia, 'player', red.id],
    ])
  })

  it('gives the last place of a group to one of twenty', async () => {
    const red = await addGroup('Red', { size: 3 })
    const many = crowd('rush', 20)
    await addCrowd(crew, many)
    for (const who of [mia, max]) await place(who, 'player', red.id)
    const outcomes = await Promise.all(many.map((who) => outcome(place(who, 'player', red.id))))
    expect(outcomes.filter((each) => each === 204)).toHaveLength(1)
    expect(outcomes.filter((each) => each === '409 GroupFull')).toHaveLength(19)
    expect((await read<SeasonDetail>(mia, '')).groups[0]?.people).toBe(3)
  })

  it('ends with the membership: who comes back has no group', async () => {
    const red = await addGroup('Red')
    await place(mia, 'captain', red.id)
    await removeMember(db(), { ...nextClock(), now: Date.now() }, actors.owner, crew, mia)
    expect((await read<SeasonDetail>(max, '')).groups[0]?.people).toBe(0)
    await addMember(db(), nextClock(), actors.owner, crew, mia)
    expect((await read<SeasonDetail>(mia, '')).me).toBeNull()
  })
})

describe('The games of a season', () => {
  it('are published games of the community on its days', async () => {
    await addGames({ second: 3, first: -3, late: 24 * 40 })
    await addGames({ draft: 5 }, { state: 'draft' })
    await addGames({ foreign: 5 }, { team: null, visibility: 'public' })
    for (const id of ['second', 'first']) expect(await outcome(send(omar, 'PUT', `/sessions/${id}`, {}))).toBe(204)
    expect(await outcome(send(omar, 'PUT', '/sessions/late', {}))).toBe('409 SessionNotInSeason')
    for (const id of ['draft', 'foreign', 'nothing'])
      expect(await outcome(send(omar, 'PUT', `/sessions/${id}`, {}))).toBe('404 NotAGameOfTeam')
    const { sessions, next } = await read<SessionPage>(mia, '/sessions')
    expect(sessions.map(({ eventId, result, isCancelled }) => [eventId, result, isCancelled])).toEqual([
      ['first', null, false],
      ['second', null, false],
    ])
    expect(next).toBeNull()
  })

  it('have two different groups of the season, or none', async () => {
    const [red, blue] = [await addGroup('Red'), await addGroup('Blue')]
    await addGames({ first: -3 })
    for (const form of [{ homeGroupId: red.id }, { homeGroupId: red.id, awayGroupId: red.id }])
      expect((await readProblem(await send(omar, 'PUT', '/sessions/first', form))).issues).toMatchObject([{ path: 'awayGroupId' }])
    expect(await outcome(match('first', red.id, 'no-group'))).toBe('404 GroupNotFound')
    expect(await outcome(match('first', red.id, blue.id))).toBe(204)
    expect(await outcome(match('first', blue.id, red.id))).toBe(204)
    await enter(olga, 'first', 1, 0)
    expect(await outcome(match('first', red.id, blue.id))).toBe('409 SessionHasResult')
  })

  it('belong to one season, and are hidden where the game is', async () => {
    await env.DB.prepare(
      'INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) SELECT ?, team_id, label, starts_on, ends_on, NULL, 1 FROM seasons',
    )
      .bind('other')
      .run()
    await addGames({ first: -3 })
    await send(omar, 'PUT', '/sessions/first', {})
    expect(await outcome(ask('/api/seasons/other/sessions/first', { ...as(omar), method: 'PUT', json: {} }))).toBe('409 SessionTaken')
    await env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'olga', 'mia', 1)").run()
    expect((await read<SessionPage>(mia, '/sessions')).sessions).toEqual([])
    expect(await outcome(send(mia, 'GET', '/sessions/first/result/changes'))).toBe('404 SessionNotFound')
  })

  it('come in pages, each game once', async () => {
    const ids = Array.from({ length: 70 }, (_, index) => `game-${String(index).padStart(2, '0')}`)
    await addGames(Object.fromEntries(ids.map((id, index) => [id, Math.floor(index / 3) - 20])))
    for (const id of ids) await send(omar, 'PUT', `/sessions/${id}`, {})
    const seen: string[] = []
    const sizes: number[] = []
    for (let query = ''; sizes.length < 4; ) {
      const { sessions, next } = await read<SessionPage>(mia, `/sessions${query}`)
      seen.push(...sessions.map(({ eventId }) => eventId))
      sizes.push(sessions.length)
      if (next === null) break
      query = `?cursor=${next}`
    }
    expect([seen, sizes]).toEqual([ids, [30, 30, 10]])
  })
})

describe('A result', () => {
  let red: string
  let blue: string

  /** Mia leads Red and Max leads Blue. They play in `first`, which has begun, and in `later`, which has not. */
  beforeEach(async () => {
    red = (await addGroup('Red')).id
    blue = (await addGroup('Blue')).id
    await place(mia, 'captain', red)
    await place(max, 'captain', blue)
    await addGames({ first: -3, later: 5 })
    for (const id of ['first', 'later']) await match(id, red, blue)
  })

  const readFirst = async () => (await read<SessionPage>(mia, '/sessions')).sessions.find(({ eventId }) => eventId === 'first')
  const readTable = async () =>
    (await read<SeasonTable>(mia, '/table')).rows.map(({ name, points, place: rank }) => `${rank} ${name} ${points}`)

  it('is entered by one captain and confirmed by the other', async () => {
    expect(await outcome(enter(mia, 'first', 2, 1))).toBe(204)
    expect((await readFirst())?.result).toEqual({
      ...{ homeScore: 2, awayScore: 1, forfeitSide: null, state: 'entered' },
      ...{ agreed: ['home'], disputedSide: null },
    })
    expect(await readTable()).toEqual(['1 Red 3', '2 Blue 0'])
    expect(await outcome(send(max, 'PUT', '/sessions/first/confirmation', { version: 1 }))).toBe(204)
    expect((await readFirst())?.result?.state).toBe('confirmed')
  })

  it('does not count while it is disputed, until someone who keeps the score settles it', async () => {
    await enter(mia, 'first', 2, 1)
    expect(await readTable()).toEqual(['1 Red 3', '2 Blue 0'])
    expect((await readProblem(await send(max, 'PUT', '/sessions/first/dispute', { version: 1, note: ' ' }))).issues).toMatchObject([
      { path: 'note' },
    ])
    expect(await outcome(send(max, 'PUT', '/sessions/first/dispute', { version: 1, note: 'It was 1 to 2.' }))).toBe(204)
    expect(await readTable()).toEqual(['1 Blue 0', '1 Red 0'])
    expect(await outcome(enter(mia, 'first', 3, 1, 2))).toBe('409 ResultOfOthers')
    expect(await outcome(enter(omar, 'first', 1, 2, 2, { note: 'The sheet says so.' }))).toBe(204)
    expect(await readTable()).toEqual(['1 Blue 3', '2 Red 0'])
    expect(await outcome(send(mia, 'PUT', '/sessions/first/dispute', { version: 3, note: 'No' }))).toBe('409 ResultSettled')
    const { changes } = await read<ResultChangePage>(mia, '/sessions/first/result/changes')
    expect(changes.map(({ kind, by, homeScore, awayScore, note }) => [kind, by?.id, homeScore, awayScore, note])).toEqual([
      ['settled', omar, 1, 2, 'The sheet says so.'],
      ['disputed', max, 2, 1, 'It was 1 to 2.'],
      ['entered', mia, 2, 1, ''],
    ])
  })

  it('can be answered once by each side, so that nobody can hurry past the other captain', async () => {
    await enter(mia, 'first', 2, 1)
    expect(await outcome(send(mia, 'PUT', '/sessions/first/confirmation', { version: 1 }))).toBe('409 ResultAgreed')
    expect(await outcome(send(max, 'PUT', '/sessions/first/dispute', { version: 1, note: 'It was 1 to 2.' }))).toBe(204)
  })

  it('does not name people across a block, but organizers see everyone in their season', async () => {
    await enter(mia, 'first', 2, 1)
    const readNames = async (viewer: string) =>
      (await read<ResultChangePage>(viewer, '/sessions/first/result/changes')).changes.map(({ by }) => by?.id ?? null)
    const readPeople = async (viewer: string) =>
      (await read<SeasonPeoplePage>(viewer, '/registrations')).people.map(({ person }) => person.id)
    expect([await readNames(max), await readPeople(max)]).toEqual([[mia], [max, mia]])
    await env.DB.prepare(
      "INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'mia', 'max', 1), ('c', 'mia', 'omar', 1)",
    ).run()
    expect([await readNames(max), await readPeople(max)]).toEqual([[null], [max]])
    expect(await readPeople(omar)).toEqual([max, mia])
  })

  it('can be corrected, and the table follows', async () => {
    await enter(omar, 'first', 5, 0)
    expect(await readTable()).toEqual(['1 Red 3', '2 Blue 0'])
    expect(await outcome(enter(omar, 'first', 0, 5, 1))).toBe(204)
    expect(await readTable()).toEqual(['1 Blue 3', '2 Red 0'])
    await enter(omar, 'first', 9, 0, 2, { forfeitSide: 'home' })
    const { rows } = await read<SeasonTable>(mia, '/table')
    expect(rows.map(({ name, won, forfeits }) => [name, won, forfeits])).toEqual([
      ['Blue', 1, 0],
      ['Red', 0, 1],
    ])
    await send(omar, 'DELETE', '/sessions/first')
    expect(await readTable()).toEqual(['1 Blue 0', '1 Red 0'])
  })

  it('is refused too early, with a wrong score, or for a game of another season', async () => {
    expect(await outcome(enter(omar, 'later', 1, 0))).toBe('409 ResultTooEarly')
    for (const [json, path] of [
      [{ homeScore: -1, awayScore: 0, version: 0 }, 'homeScore'],
      [{ homeScore: 1, awayScore: 1000, version: 0 }, 'awayScore'],
      [{ homeScore: 1, awayScore: 0.5, version: 0 }, 'awayScore'],
      [{ homeScore: '1', awayScore: 0, version: 0 }, 'homeScore'],
      [{ homeScore: 1, awayScore: 0, forfeitSide: 'both', version: 0 }, 'forfeitSide'],
      [{ homeScore: 1, awayScore: 0 }, 'version'],
    ] as const) {
      const answer = await send(omar, 'PUT', '/sessions/first/result', json)
      expect([answer.status, (await readProblem(answer)).issues?.[0]?.path]).toEqual([400, path])
    }
    expect(
      await outcome(
        ask('/api/seasons/other/sessions/first/result', { ...as(omar), method: 'PUT', json: { homeScore: 1, awayScore: 0, version: 0 } }),
      ),
    ).toBe('404 SeasonNotFound')
    await env.DB.prepare("UPDATE events SET state = 'cancelled' WHERE id = 'first'").run()
    expect(await outcome(enter(omar, 'first', 1, 0))).toBe('409 MatchCancelled')
  })

  it('for a game of another season is refused with the field, if the person can see that game', async () => {
    const ofCrew = { id: 'autumn', team: crew }
    const ofOthers = { id: 'foreign', team: 'other-team' }
    await env.DB.prepare(
      "INSERT INTO teams (id, name, description, created_at, updated_at) VALUES ('other-team', 'Others', '', 1, 1)",
    ).run()
    for (const { id, team } of [ofCrew, ofOthers])
      await env.DB.prepare(
        'INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) VALUES (?, ?, ?, ?, ?, NULL, 1)',
      )
        .bind(id, team, id, dateIn(-30), dateIn(30))
        .run()
    const answers = async (who: string) => {
      const found = []
      for (const [path, more] of [
        ['result', { homeScore: 1, awayScore: 0 }],
        ['confirmation', {}],
        ['dispute', { note: 'No' }],
      ] as const) {
        const answer = await send(who, 'PUT', `/sessions/first/${path}`, { ...more, version: 0 })
        const { status, code, issues } = await readProblem(answer)
        found.push(`${status} ${code} ${issues?.[0]?.path}`)
      }
      return found
    }
    await env.DB.prepare("UPDATE team_sessions SET season_id = ? WHERE event_id = 'first'").bind(ofCrew.id).run()
    expect(await answers(omar)).toEqual(Array(3).fill('400 ResultOfOtherSeason eventId'))
    expect(await answers(zoe)).toEqual(Array(3).fill('404 SeasonNotFound undefined'))
    await env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'olga', 'mia', 1)").run()
    expect(await answers(mia)).toEqual(Array(3).fill('404 SessionNotFound undefined'))
    await env.DB.prepare("UPDATE team_sessions SET season_id = ? WHERE event_id = 'first'").bind(ofOthers.id).run()
    expect(await answers(omar)).toEqual(Array(3).fill('404 SessionNotFound undefined'))
  })

  it('of twenty at once is stored once, with one trace', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => outcome(enter(index % 2 === 0 ? omar : mia, 'first', index, 1))),
    )
    expect(outcomes.filter((each) => each === 204)).toHaveLength(1)
    expect(outcomes.filter((each) => each === '409 ResultChanged')).toHaveLength(19)
    const stored = await readFirst()
    const { changes } = await read<ResultChangePage>(mia, '/sessions/first/result/changes')
    expect(changes.map(({ homeScore }) => homeScore)).toEqual([stored?.result?.homeScore])
  })

  it('is not changed by a captain who lost the place meanwhile', async () => {
    await place(mia, 'player', red)
    expect(await outcome(enter(mia, 'first', 2, 1))).toBe('403 NotAllowed')
    expect(await outcome(enter(zoe, 'first', 2, 1))).toBe('404 SeasonNotFound')
  })

  it('decides a season by lot only when no match is left', async () => {
    await enter(omar, 'first', 1, 1)
    expect(await readTable()).toEqual(['1 Blue 1', '1 Red 1'])
    // A cancelled match needs no result.
    await env.DB.prepare("UPDATE events SET state = 'cancelled' WHERE id = 'later'").run()
    const { rows, isOver } = await read<SeasonTable>(mia, '/table')
    expect([rows.map((row) => row.place), rows[0]?.ahead?.by, isOver]).toEqual([[1, 2], 'lot', true])
  })

  it('is deleted with the community', async () => {
    await enter(omar, 'first', 1, 1)
    await read(mia, '/table')
    await setPlan('ROOKIE')
    await deleteTeam(db(), nextClock(), actors.owner, crew)
    await purgeDeletedTeams()
    for (const table of ['seasons', 'season_groups', 'season_registrations', 'season_tables', 'team_sessions', 'result_changes'])
      expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n'), table).toBe(0)
  })
})

describe('The table of twelve sides', () => {
  it('reads few rows, however many results there are', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `side-${index}`)
    await env.DB.batch([
      ...ids.map((id, index) =>
        env.DB.prepare('INSERT INTO season_groups (id, season_id, name, name_key, lot) VALUES (?1, ?2, ?1, ?1, ?3)').bind(
          id,
          season,
          index,
        ),
      ),
    ])
    const pairs = ids.flatMap((home) => ids.filter((away) => away !== home).map((away) => [home, away] as const))
    await addGames(Object.fromEntries(pairs.map(([home, away], index) => [`${home}-${away}`, -1 - index])))
    await env.DB.prepare(
      `INSERT INTO team_sessions (event_id, season_id, home_group_id, away_group_id, home_score, away_score)
       SELECT value->>0 || '-' || (value->>1), ?, value->>0, value->>1, key % 4, key % 3 FROM json_each(?)`,
    )
      .bind(season, JSON.stringify(pairs))
      .run()
    await env.DB.prepare('UPDATE seasons SET results_version = 1').run()
    const countRows = async () => {
      const answer = await send(mia, 'GET', '/table')
      expect((await answer.clone().json<SeasonTable>()).rows.map(({ played }) => played)).toEqual(ids.map(() => 22))
      return Number(/rows read (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])
    }
    await countRows()
    expect(await countRows()).toBeLessThanOrEqual(40)
  })
})
