import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { maskOf } from '../../domain/access/custom-rights.ts'
import type { CandidateList, PlayerSeasons, SeasonDetail, SeasonTable } from '../../domain/seasons/contract.ts'
import type { OpenGamePage, SessionPage } from '../../domain/seasons/results-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { ask, readProblem } from '../setup/client.ts'
import { crew, max, mia, olga, omar, setPlan, zoe } from '../teams/people.ts'
import { addGames, addGroup, as, dateIn, match, outcome, place, read, resetSeason, season, send } from './season-requests.ts'

holdQueues()

beforeEach(resetSeason)

const form = (from: number, to: number, version = 1, label = 'Late spring') => ({
  label,
  startDate: dateIn(from),
  endDate: dateIn(to),
  version,
})
const countRows = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n')

describe('Changing a season', () => {
  it('is for organizers, and its people see the new dates', async () => {
    await place(mia, 'player')
    expect(await outcome(send(mia, 'PUT', '', form(-5, 40)))).toBe('403 NotAllowed')
    expect(await outcome(send(zoe, 'PUT', '', form(-5, 40)))).toBe('404 SeasonNotFound')
    expect(await outcome(send(omar, 'PUT', '', form(-5, 40)))).toBe(200)
    expect(await read<SeasonDetail>(mia, '')).toMatchObject({
      label: 'Late spring',
      startDate: dateIn(-5),
      endDate: dateIn(40),
      version: 2,
    })
    const mine = await ask('/api/seasons/mine', as(mia))
    expect(await mine.json()).toMatchObject({ registrations: [{ seasonLabel: 'Late spring', endDate: dateIn(40) }] })
    expect(await env.DB.prepare('SELECT ends_on FROM season_registrations').first('ends_on')).toBe(dateIn(40))
  })

  it('refuses an end before the start, and games that would be left out', async () => {
    const problem = await readProblem(await send(omar, 'PUT', '', form(5, 4)))
    expect([problem.status, problem.issues?.[0]?.path]).toEqual([400, 'endDate'])
    await addGames({ soon: 5 * 24 })
    await send(omar, 'PUT', '/sessions/soon', {})
    expect(await outcome(send(omar, 'PUT', '', form(-5, 3)))).toBe('409 SeasonLeavesGamesOut')
    expect(await outcome(send(omar, 'PUT', '', form(-5, 6)))).toBe(200)
  })

  it('needs a paid plan if that brings a season back while another one is not over', async () => {
    await env.DB.prepare(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) VALUES ('next', ?, 'Summer', ?, ?, NULL, 1)",
    )
      .bind(crew, dateIn(1), dateIn(40))
      .run()
    await setPlan('ROOKIE')
    expect(await outcome(send(omar, 'PUT', '', form(-30, -3)))).toBe(200)
    expect(await outcome(send(omar, 'PUT', '', form(-30, -2, 2)))).toBe(200)
    expect(await outcome(send(omar, 'PUT', '', form(-30, 20, 3)))).toBe('409 SeasonNeedsPlan')
    await setPlan('PRO')
    expect(await outcome(send(omar, 'PUT', '', form(-30, 20, 3)))).toBe(200)
  })

  it('of two people at once is stored once, and the other one is told', async () => {
    const outcomes = await Promise.all([olga, omar, olga, omar].map((who, index) => outcome(send(who, 'PUT', '', form(-5, 40 + index)))))
    expect(outcomes.toSorted()).toEqual(
      ['409 SeasonVersionConflict', '409 SeasonVersionConflict', '409 SeasonVersionConflict', 200].toSorted(),
    )
    expect(await outcome(send(omar, 'PUT', '', form(-5, 50, 1)))).toBe('409 SeasonVersionConflict')
  })
})

describe('Deleting a season', () => {
  it('is for organizers. Its games stay', async () => {
    await place(mia, 'player')
    const [red, blue] = [(await addGroup('Red')).id, (await addGroup('Blue')).id]
    await addGames({ first: -2 })
    await match('first', red, blue)
    await send(omar, 'PUT', '/sessions/first/result', { homeScore: 2, awayScore: 1, version: 0 })
    await read(mia, '/table')
    expect(await outcome(send(mia, 'DELETE', ''))).toBe('403 NotAllowed')
    expect(await outcome(send(zoe, 'DELETE', ''))).toBe('404 SeasonNotFound')
    expect(await countRows('result_changes')).toBe(1)
    expect(await outcome(send(omar, 'DELETE', ''))).toBe(204)
    expect(await outcome(send(omar, 'DELETE', ''))).toBe('404 SeasonNotFound')
    for (const table of ['seasons', 'season_groups', 'season_registrations', 'season_tables', 'team_sessions', 'result_changes'])
      expect(await countRows(table), table).toBe(0)
    expect(await env.DB.prepare("SELECT state FROM events WHERE id = 'first'").first('state')).toBe('published')
  })
})

describe('A season', () => {
  it('names its captains and organizers, but nobody behind a block', async () => {
    const { id } = await addGroup('Red')
    await place(mia, 'captain', id)
    const shown = async (viewer: string) => {
      const { role, captains, organizers } = await read<SeasonDetail>(viewer, '')
      return [role, captains.map(({ groupId, person }) => `${groupId} ${person.id}`), organizers.map((person) => person.id)]
    }
    expect(await shown(max)).toEqual(['member', [`${id} mia`], [olga, omar]])
    await env.DB.prepare(
      "INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'mia', 'max', 1), ('c', 'omar', 'max', 1)",
    ).run()
    expect(await shown(max)).toEqual(['member', [], [olga]])
    expect(await shown(olga)).toEqual(['owner', [`${id} mia`], [olga, omar]])
    await env.DB.prepare('DELETE FROM blocks').run()
  })

  it('lists games to come in order and past games newest first, page by page', async () => {
    const starts = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`game-${String(index).padStart(2, '0')}`, index - 34.5]))
    await addGames(starts)
    await env.DB.prepare('INSERT INTO team_sessions (event_id, season_id) SELECT id, ? FROM events WHERE team_id = ?')
      .bind(season, crew)
      .run()
    const list = async (when: string) => {
      const ids: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const page: SessionPage = await read(mia, `/sessions?when=${when}${next && `&cursor=${next}`}`)
        ids.push(...page.sessions.map(({ eventId }) => eventId))
        next = page.next
      }
      return ids
    }
    const ids = Object.keys(starts)
    expect(await list('upcoming')).toEqual(ids.slice(35))
    expect(await list('past')).toEqual(ids.slice(0, 35).toReversed())
    expect(await list('all')).toEqual(ids)
    expect((await send(mia, 'GET', '/sessions?when=soon')).status).toBe(400)
  })

  it('says in its table which match decided between two sides', async () => {
    const [red, blue] = [(await addGroup('Red')).id, (await addGroup('Blue')).id]
    const [green, yellow] = [(await addGroup('Green')).id, (await addGroup('Yellow')).id]
    await addGames({ first: -9, second: -8, third: -7, fourth: -6 })
    await match('first', red, blue)
    await match('second', blue, green)
    await match('third', green, red)
    await match('fourth', green, yellow)
    const enter = (id: string, homeScore: number, awayScore: number) =>
      send(omar, 'PUT', `/sessions/${id}/result`, { homeScore, awayScore, version: 0 })
    // Blue and Green have three points each, and Blue won their match.
    await enter('first', 11, 3)
    await enter('second', 11, 9)
    await enter('third', 0, 11)
    await enter('fourth', 11, 0)
    const { rows } = await read<SeasonTable>(mia, '/table')
    const startsAt = await env.DB.prepare("SELECT starts_at FROM events WHERE id = 'second'").first<number>('starts_at')
    expect(rows.map(({ name, meetings }) => [name, meetings])).toEqual([
      ['Red', []],
      ['Blue', [{ mine: 11, theirs: 9, forfeiting: null, startsAt, timeZone: 'UTC' }]],
      ['Green', []],
      ['Yellow', []],
    ])
    // The stored table says the same.
    expect(await read<SeasonTable>(mia, '/table')).toMatchObject({ rows })
  })
})

describe('Organizers', () => {
  it('find members who are not in the season by a part of their name', async () => {
    await place(mia, 'player')
    await env.DB.prepare("UPDATE users SET display_name = 'Player ' || upper(id) WHERE id IN ('mia', 'max', 'olga', 'zoe')").run()
    const find = async (q: string) => (await read<CandidateList>(omar, `/candidates?q=${q}`)).people.map(({ id }) => id)
    expect(await find('')).toEqual([omar, max, olga])
    expect(await find('layer%20o')).toEqual([olga])
    expect(await find('%25')).toEqual([])
    expect(await outcome(send(mia, 'GET', '/candidates'))).toBe('403 NotAllowed')
    expect(await outcome(send(zoe, 'GET', '/candidates'))).toBe('404 SeasonNotFound')
  })

  it('find the games of the community that can be in the season', async () => {
    await addGames({ inside: 24, taken: 25, 'too-late': 24 * 60 })
    await addGames({ draft: 26 }, { state: 'draft' })
    await send(omar, 'PUT', '/sessions/taken', {})
    const { games } = await read<OpenGamePage>(omar, '/open-games')
    expect(games.map(({ eventId }) => eventId)).toEqual(['inside'])
    expect(await outcome(send(mia, 'GET', '/open-games'))).toBe('403 NotAllowed')
  })
})

describe('The seasons of a player by email', () => {
  const find = (id: string, email: string, team: string = crew) =>
    ask(`/api/teams/${team}/season-players`, { ...as(id), method: 'POST', json: { email } })

  beforeEach(async () => {
    await env.DB.prepare("UPDATE users SET email_verified_at = 1 WHERE id IN ('mia', 'max', 'zoe')").run()
    const { id } = await addGroup('Red')
    await place(mia, 'player', id)
  })

  it('are shown to organizers and to that person', async () => {
    for (const who of [olga, omar, mia]) {
      const answer = await find(who, ' MIA@example.com ')
      expect(answer.status, who).toBe(200)
      expect(await answer.json<PlayerSeasons>()).toMatchObject({
        person: { id: 'mia' },
        seasons: [{ id: season, label: 'Spring', kind: 'player', groupName: 'Red' }],
      })
    }
  })

  it('contain those of their children, whom only the parent and who runs people or games see', async () => {
    await env.DB.batch([
      env.DB.prepare("DELETE FROM season_registrations WHERE user_id = 'mia'"),
      env.DB.prepare(
        "INSERT INTO guests (id, team_id, name, created_by, created_at, guardian_id) VALUES ('ava', ?, 'Ava', 'mia', 1, 'mia')",
      ).bind(crew),
      env.DB.prepare("INSERT INTO season_guests (season_id, guest_id, ends_on, registered_at) VALUES ('spring', 'ava', ?, 1)").bind(
        dateIn(30),
      ),
      env.DB.prepare("UPDATE team_members SET rights = ? WHERE user_id = 'max'").bind(maskOf(['seasons.manage'])),
    ])
    const child = { id: season, label: 'Spring', child: { id: 'ava', name: 'Ava' }, kind: 'player', groupName: null, submission: null }
    for (const who of [omar, mia]) {
      const answer = await find(who, 'mia@example.com')
      expect(await answer.json<PlayerSeasons>(), who).toMatchObject({ person: { id: 'mia' }, seasons: [child] })
    }
    expect(await outcome(find(max, 'mia@example.com'))).toBe('404 PlayerNotFound')
    await place(mia, 'player')
    const all = await (await find(omar, 'mia@example.com')).json<PlayerSeasons>()
    expect(all.seasons.map((one) => one.child?.name ?? 'Mia')).toEqual(['Mia', 'Ava'])
  })

  it('are hidden from everyone else, who learns nothing about the email', async () => {
    const emails = ['mia@example.com', 'nobody@example.com', 'zoe@example.com']
    for (const email of emails) {
      expect(await outcome(find(max, email)), email).toBe('403 NotAllowed')
      expect(await outcome(find(zoe, email)), email).toBe('404 TeamNotFound')
    }
    expect(await outcome(find(omar, 'zoe@example.com'))).toBe('404 PlayerNotFound')
    expect(await outcome(find(omar, 'nobody@example.com'))).toBe('404 PlayerNotFound')
    await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE id = 'mia'").run()
    expect(await outcome(find(omar, 'mia@example.com'))).toBe('404 PlayerNotFound')
    expect((await find(omar, 'not an email')).status).toBe(400)
  })

  it('are shown to a person who has left, and end with the team', async () => {
    await env.DB.prepare("DELETE FROM team_members WHERE user_id = 'mia'").run()
    expect(await outcome(find(mia, 'mia@example.com'))).toBe(200)
    expect(await outcome(find(mia, 'mia@example.com', 'no-team'))).toBe('404 TeamNotFound')
  })
})
