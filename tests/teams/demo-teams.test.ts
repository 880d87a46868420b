import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { teamRoles } from '../../domain/teams/contract.ts'
import type { TeamList } from '../../domain/teams/directory-contract.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

beforeAll(() => buildWorld(env.DB, ['cities:some', 'people', 'teams', 'crowd', 'communities', 'smashers']))

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
