import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import type { DeletedTeam } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import type { TeamList } from '../../domain/teams/directory-contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { enter, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

beforeAll(() =>
  buildWorld(env.DB, [
    'cities:some',
    'people',
    'teams',
    'deletedTeam',
    'crowd',
    'communities',
    'smashers',
    'teamFollows',
    'announcements',
    'organization',
  ]),
)

it('The demo world has 24 communities, and all are in the directory', async () => {
  const { teams, next } = await (await ask('/api/teams/directory?limit=40')).json<TeamList>()
  expect(teams).toHaveLength(24)
  expect(next).toBeNull()
  expect(new Set(teams.map(({ city }) => city?.state)).size).toBeGreaterThan(8)
  expect(new Set(teams.map(({ activity }) => activity)).size).toBeGreaterThan(10)
  expect(new Set(teams.map(({ joinMode }) => joinMode)).size).toBe(3)
})

it('Sunset Smashers has people in all roles', async () => {
  const roles = await rowsOf("SELECT DISTINCT role FROM team_members WHERE team_id = 'sunset-smashers'")
  expect(roles.map(({ role }) => role)).toHaveLength(teamRoles.length)
  // Its owner reads who gave them.
  const changes = await rowsOf("SELECT DISTINCT new_role FROM team_changes WHERE team_id = 'sunset-smashers' AND kind = 'role-changed'")
  expect(changes).toHaveLength(teamRoles.length - 2)
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
