import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxProfileTeams, type ProfileTeams } from '../../domain/profiles/public-contract.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { bringTeamBack, deleteTeam } from '../../worker/teams/delete-team.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { collectLog } from '../setup/log.ts'
import { db, nextClock } from '../teams/people.ts'
import { buildWorld } from '../world/build-world.ts'
import { befriend, block, completeForm, crowd, enter, enterAndSetUp, type Person, putInTeams, rowsOf, rowsRead } from './people.ts'

collectLog()
holdQueues()

const shown = { ...completeForm.privacy, publicUpcomingGames: true }

let lee: Person
let shy: Person
let mate: Person
let friend: Person
let stranger: Person

const namesFor = async (viewer: Person, id: string) => {
  const answer = await viewer.ask(`/api/profiles/${id}/teams`)
  return answer.ok ? (await answer.json<ProfileTeams>()).teams.map((team) => team.id) : answer.status
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  lee = await enterAndSetUp('lee', { privacy: shown })
  shy = await enterAndSetUp('shy')
  mate = await enter('mate')
  friend = await enter('friend')
  stranger = await enter('stranger')
  await befriend('friend', 'shy')
  // The later ones were joined later.
  await putInTeams(['open-team', 'closed-team', 'asked-team'], ['lee', 'shy'])
  await rowsOf("UPDATE teams SET join_mode = 'open', activity = 'tennis', members = 4, creator_id = 'lee' WHERE id = 'open-team'")
  await rowsOf("UPDATE teams SET join_mode = 'ask' WHERE id = 'asked-team'")
  await rowsOf("UPDATE team_members SET role = 'owner' WHERE user_id = 'lee' AND team_id = 'open-team'")
  await rowsOf("UPDATE team_members SET role = 'captain' WHERE user_id = 'lee' AND team_id = 'closed-team'")
  await putInTeams(['closed-team'], ['mate'])
})

describe('The communities of a person', () => {
  it('are those that people can join, and those in which both are, the newest membership first', async () => {
    expect(await namesFor(stranger, 'lee')).toEqual(['asked-team', 'open-team'])
    expect(await namesFor(mate, 'lee')).toEqual(['asked-team', 'closed-team', 'open-team'])
    expect(await namesFor(lee, 'lee')).toEqual(['asked-team', 'closed-team', 'open-team'])
    const { teams } = await (await mate.ask('/api/profiles/lee/teams')).json<ProfileTeams>()
    expect(teams.slice(1)).toMatchObject([
      { id: 'closed-team', role: 'captain', isShared: true, creator: null },
      { id: 'open-team', role: 'owner', isShared: false, activity: 'tennis', members: 4, creator: { id: 'lee' }, subscription: 'ROOKIE' },
    ])
    expect(JSON.stringify(teams)).not.toContain('joinedAt')
  })

  it('are only those in which both are, if the person does not show their games', async () => {
    for (const viewer of [stranger, friend]) expect(await namesFor(viewer, 'shy')).toEqual([])
    expect(await namesFor(mate, 'shy')).toEqual(['closed-team'])
    expect(await namesFor(shy, 'shy')).toEqual(['asked-team', 'closed-team', 'open-team'])
  })

  it('do not exist with a block, in both directions, or for an account that is gone', async () => {
    const [one, other] = [await enter('one'), await enter('other')]
    await block('one', 'lee')
    await block('lee', 'other')
    expect(await namesFor(one, 'lee')).toBe(404)
    expect(await namesFor(other, 'lee')).toBe(404)
    expect(await namesFor(one, 'nobody')).toBe(404)
  })

  it('do not have a deleted one until it is back, and not one that the person has left', async () => {
    await deleteTeam(db(), { ...nextClock(), platform: 'gth' }, asPerson('lee'), 'open-team', 'A team')
    expect(await namesFor(stranger, 'lee')).toEqual(['asked-team'])
    await bringTeamBack(db(), nextClock(), 'lee', 'open-team')
    expect(await namesFor(stranger, 'lee')).toEqual(['asked-team', 'open-team'])
    expect((await lee.ask('/api/teams/asked-team/members/me', { method: 'DELETE' })).status).toBe(204)
    expect(await namesFor(stranger, 'lee')).toEqual(['open-team'])
  })

  it('have no children: a child of a parent is in no list', async () => {
    await rowsOf("INSERT INTO guests (id, team_id, name, guardian_id, created_at) VALUES ('kid', 'open-team', 'Robin Kid', 'lee', 1)")
    for (const viewer of [stranger, mate]) {
      expect(await (await viewer.ask('/api/profiles/lee/teams')).text()).not.toContain('Robin Kid')
      expect(await namesFor(viewer, 'kid')).toBe(404)
    }
  })

  it('are ten at most, and cost few rows for a person in a hundred', async () => {
    await enterAndSetUp('busy', { privacy: shown })
    await putInTeams(crowd('busys', 100), ['busy'])
    const hidden = await stranger.ask('/api/profiles/busy/teams')
    expect(await hidden.clone().json()).toEqual({ teams: [] })
    expect(rowsRead(hidden)).toBeLessThanOrEqual(120)
    await rowsOf("UPDATE teams SET join_mode = 'open', creator_id = 'lee' WHERE id LIKE 'busys-%'")
    const answer = await stranger.ask('/api/profiles/busy/teams')
    expect((await answer.clone().json<ProfileTeams>()).teams.map(({ id }) => id)).toEqual(
      Array.from({ length: maxProfileTeams }, (_, index) => `busys-${99 - index}`),
    )
    expect(rowsRead(answer)).toBeLessThanOrEqual(120)
  })
})
