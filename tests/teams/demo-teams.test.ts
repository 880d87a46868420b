import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import type { ExternalGamePage, ExternalTeam } from '../../domain/external-teams/contract.ts'
import type { Organization } from '../../domain/organizations/contract.ts'
import type { RosterGuestPage, RosterPage } from '../../domain/roster/contract.ts'
import type { SeasonDetail, SeasonPage, SeasonPeoplePage, SeasonTable } from '../../domain/seasons/contract.ts'
import type { TeamHours } from '../../domain/team-hours/contract.ts'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import type { DeletedTeam } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import type { TeamList } from '../../domain/teams/directory-contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { enter } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some', 'people', 'places', 'teams', 'deletedTeam'])
  // The plan comes from the Stripe of the sandbox, which does not run here.
  await env.DB.exec("UPDATE teams SET plan = 'VARSITY' WHERE id = 'sunset-smashers'")
  await buildWorld(env.DB, [
    'seasons',
    'availability',
    'externalTeams',
    'crowd',
    'communities',
    'organization',
    'smashers',
    'teamFollows',
    'announcements',
    'seasonMatches',
  ])
})

it('The demo world has 24 communities, and all are in the directory', async () => {
  const { teams, next } = await (await ask('/api/teams/directory?limit=40')).json<TeamList>()
  expect(teams).toHaveLength(24)
  expect(next).toBeNull()
  expect(new Set(teams.map(({ city }) => city?.state)).size).toBeGreaterThan(8)
  expect(new Set(teams.map(({ activity }) => activity)).size).toBeGreaterThan(10)
  expect(new Set(teams.map(({ joinMode }) => joinMode)).size).toBe(3)
})

const smashers = '/api/teams/sunset-smashers'

/** What a demo account reads. */
async function readAs<T>(id: string, path: string): Promise<T> {
  const answer = await (await enter(id)).ask(path)
  expect(answer.status, path).toBe(200)
  return answer.json()
}

it('Sunset Smashers has people in all roles, whom its members see', async () => {
  for (const role of teamRoles) {
    const { people } = await readAs<RosterPage>('demo-player', `${smashers}/people?role=${role}`)
    expect(people.length, role).toBeGreaterThan(0)
  }
  // Its owner reads who gave them.
  const { changes } = await readAs<TeamChangePage>('demo-host', `${smashers}/changes`)
  expect(new Set(changes.flatMap(({ kind, newRole }) => (kind === 'role-changed' ? [newRole] : []))).size).toBe(teamRoles.length - 2)
})

it('Sunset Smashers has a past, a running and a coming season', async () => {
  const { seasons } = await readAs<SeasonPage>('demo-player', `${smashers}/seasons`)
  const today = new Date().toISOString().slice(0, 10)
  const times = seasons.map(({ startDate, endDate }) => (endDate < today ? 'past' : startDate > today ? 'coming' : 'running'))
  expect(times).toEqual(['coming', 'running', 'past'])
})

it('Its seasons have groups with tables, free agents and substitutes', async () => {
  const read = <T>(path: string) => readAs<T>('demo-player', `/api/seasons/${path}`)
  for (const [id, groups] of [
    ['smashers-running', 4],
    ['smashers-over', 2],
  ] as const) {
    expect((await read<SeasonDetail>(id)).groups, id).toHaveLength(groups)
    const { rows } = await read<SeasonTable>(`${id}/table`)
    expect(rows, id).toHaveLength(groups)
    expect(
      rows.every(({ played }) => played > 1),
      id,
    ).toBe(true)
  }
  const { captains } = await read<SeasonDetail>('smashers-running')
  expect(captains.map(({ person }) => person.id)).toEqual(expect.arrayContaining(['demo-player', 'demo-host']))
  const { people } = await read<SeasonPeoplePage>('smashers-running/registrations')
  const kinds = Object.groupBy(people, ({ kind }) => kind)
  expect(kinds.freeAgent).toHaveLength(3)
  expect(kinds.substitute).toHaveLength(2)
})

it('Sunset Smashers has a guest, and a child whom only the parent and those who run it see', async () => {
  const read = async (id: string) => (await readAs<RosterGuestPage>(id, `${smashers}/guests`)).guests
  const seen = (await read('demo-host')).map(({ name, isChild, guardian }) => [name, isChild, guardian?.id ?? null])
  expect(seen.toSorted()).toEqual([
    ['Kit', true, 'demo-player'],
    ['Robin Castillo', false, null],
  ])
  expect((await read('demo-player')).filter(({ isChild }) => isChild)).toMatchObject([{ name: 'Kit', isMyChild: true }])
})

it('Twenty people of Sunset Smashers share their hours. Its owner sees who, and its members how many', async () => {
  const [owner, member] = [
    await readAs<TeamHours>('demo-host', `${smashers}/hours`),
    await readAs<TeamHours>('demo-player', `${smashers}/hours`),
  ]
  expect(owner.people).toHaveLength(20)
  expect(owner).toMatchObject({ sharing: 20, timeZone: 'America/Chicago' })
  expect(owner.best.length).toBeGreaterThan(0)
  expect(member).toMatchObject({ people: null, mine: { isSharing: true } })
  expect(Math.max(...(member.counts ?? []))).toBeGreaterThan(4)
})

it('The demo organization holds Sunset Smashers and two more communities, and one waits for its answer', async () => {
  const read = async (id: string) => await readAs<Organization>(id, '/api/organizations/demo-organization')
  const held = ['riverside-rookies', 'sunset-smashers', 'trailhead-runners']
  expect((await read('demo-player')).teams.map(({ id }) => id).toSorted()).toEqual(held)
  const own = await read('demo-organizer')
  expect(own.isMine).toBe(true)
  expect(own.teams.map(({ id }) => id).toSorted()).toEqual([...held, 'round-rock-dinks'].toSorted())
})

it('The demo player has a team on another site, with its games', async () => {
  const { teams } = await readAs<{ teams: ExternalTeam[] }>('demo-player', '/api/external-teams')
  expect(teams.map(({ name, state }) => [name, state])).toEqual([['River City Padel', 'active']])
  const { games } = await readAs<ExternalGamePage>('demo-player', '/api/external-teams/games')
  expect(games.length).toBeGreaterThan(3)
  expect((await readAs<{ teams: ExternalTeam[] }>('demo-host', '/api/external-teams')).teams).toEqual([])
})

it('Sunset Smashers has topics, an organization and followers, and the demo player follows others', async () => {
  const team = await (await ask('/api/teams/sunset-smashers/detail')).json<TeamDetail>()
  expect(team.topics.map(({ name }) => name)).toEqual(['Games', 'Season', 'Carpools', 'Social'])
  expect(team.organizations.map(({ id }) => id)).toEqual(['demo-organization'])
  expect(team.followers).toBeGreaterThan(5)
  const player = await enter('demo-player')
  const { teams } = await (await player.ask('/api/teams/followed')).json<TeamList>()
  expect(teams.map(({ id, role }) => [id, role])).toEqual([
    ['trailhead-runners', null],
    ['lakeside-sevens', null],
  ])
})

it('The demo player can bring back a deleted community, and building the world again leaves it alone', async () => {
  const player = await enter('demo-player')
  const deleted = async () => (await (await player.ask('/api/teams/mine/deleted')).json<{ teams: DeletedTeam[] }>()).teams
  const [team, ...others] = await deleted()
  expect(others).toEqual([])
  expect(team).toMatchObject({ name: 'Midnight Mixers', members: 3 })
  await buildWorld(env.DB, ['deletedTeam'])
  expect(await deleted()).toEqual([team])
  expect((await player.ask(`/api/teams/${team?.id}/restore`, { method: 'POST' })).ok).toBe(true)
  await buildWorld(env.DB, ['deletedTeam'])
  expect(await deleted()).toEqual([])
})
