import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxFollowedTeams, type TeamFollow } from '../../domain/team-follows/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { type TeamList, teamListPageSize } from '../../domain/teams/directory-contract.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { publishGame } from '../events/games.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()

const team = 'quokka-club'
let [owner, fan, other, mate] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  const people = await Promise.all(['club-owner', 'club-fan', 'club-other', 'club-mate'].map((id) => enter(id)))
  ;[owner, fan, other, mate] = people as [Person, Person, Person, Person]
  await env.DB.exec(
    `INSERT INTO teams (id, name, description, join_mode, created_at, updated_at) VALUES ('${team}', 'Quokka Club', '', 'open', 1, 1)`,
  )
})

beforeEach(async () => {
  for (const table of ['team_follows', 'notices', 'team_mutes', 'blocks', 'team_members']) await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec(
    `INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('${team}', 'club-owner', 'owner', 1), ('${team}', 'club-mate', 'member', 2)`,
  )
})

const send = async (person: Person, method: 'PUT' | 'DELETE', id = team) => person.ask(`/api/teams/${id}/follow`, { method })
const follow = async (person: Person, id = team): Promise<TeamFollow> => (await send(person, 'PUT', id)).json()
const unfollow = async (person: Person): Promise<TeamFollow> => (await send(person, 'DELETE')).json()
const detailFor = async (person: Person): Promise<TeamDetail> => (await person.ask(`/api/teams/${team}/detail`)).json()
const listFor = async (person: Person, query = ''): Promise<TeamList> => (await person.ask(`/api/teams/followed${query}`)).json()
const namesFor = async (person: Person) => (await listFor(person)).teams.map(({ name }) => name)

async function deliver() {
  do await deliverAll()
  while (queues.notices.length > 0)
}
const listNotified = async () =>
  (await rowsOf("SELECT user_id AS id FROM notices WHERE key LIKE 'event-nearby:%' ORDER BY user_id")).map(({ id }) => id)

describe('Following a community', () => {
  it('is counted once for each person, shown to everyone, and listed for the follower only', async () => {
    expect(await follow(fan)).toEqual({ isFollowing: true, followers: 1 })
    expect(await follow(fan)).toEqual({ isFollowing: true, followers: 1 })
    expect(await follow(other)).toEqual({ isFollowing: true, followers: 2 })
    expect(await detailFor(fan)).toMatchObject({ followers: 2, isFollowing: true })
    expect(await detailFor(mate)).toMatchObject({ followers: 2, isFollowing: false })
    expect([await namesFor(fan), await namesFor(mate)]).toEqual([['Quokka Club'], []])
    expect(await unfollow(other)).toEqual({ isFollowing: false, followers: 1 })
    expect(await unfollow(other)).toEqual({ isFollowing: false, followers: 1 })
    expect(await namesFor(other)).toEqual([])
  })

  it('is for people who are not members, and ends when they join', async () => {
    expect(await follow(mate)).toEqual({ isFollowing: false, followers: 0 })
    await follow(fan)
    expect((await fan.ask(`/api/teams/${team}/join`, { method: 'POST', json: {} })).status).toBe(200)
    expect(await detailFor(fan)).toMatchObject({ role: 'member', isFollowing: false, followers: 0 })
    await fan.ask(`/api/teams/${team}/members/me`, { method: 'DELETE' })
    expect(await detailFor(fan)).toMatchObject({ role: null, isFollowing: false })
    expect(await follow(fan)).toEqual({ isFollowing: true, followers: 1 })
  })

  it('counts the same for everyone, also with a block', async () => {
    await follow(fan)
    await block('club-other', 'club-fan')
    expect((await detailFor(other)).followers).toBe(1)
    await block('club-owner', 'club-fan')
    expect((await detailFor(owner)).followers).toBe(1)
  })

  it('ends with the account', async () => {
    const leaver = await enter('club-leaver')
    await follow(leaver)
    await follow(fan)
    await deleteAccount({ db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, 'club-leaver')
    // Nobody sends what a command puts in the outbox outside of a request.
    await rowsOf('DELETE FROM outbox')
    expect(await detailFor(fan)).toMatchObject({ followers: 1, isFollowing: true })
  })

  it('is not possible for a community that does not exist or is deleted, and its row is not listed', async () => {
    expect(await readProblem(await send(fan, 'PUT', 'nothing'))).toMatchObject({ status: 404, code: 'TeamNotFound' })
    await follow(fan)
    await env.DB.exec(`UPDATE teams SET deleted_at = 1 WHERE id = '${team}'`)
    expect(await readProblem(await send(other, 'PUT'))).toMatchObject({ status: 404, code: 'TeamNotFound' })
    expect(await namesFor(fan)).toEqual([])
    await env.DB.exec(`UPDATE teams SET deleted_at = NULL WHERE id = '${team}'`)
    expect(await namesFor(fan)).toEqual(['Quokka Club'])
  })

  it('is limited, and lists all of them page by page, the latest first', async () => {
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxFollowedTeams})`
    await rowsOf(
      `${many} INSERT INTO teams (id, name, description, created_at, updated_at) SELECT 'many-' || i, 'Club ' || i, '', 1, 1 FROM n`,
    )
    await rowsOf(`${many} INSERT INTO team_follows SELECT 'many-' || i, 'club-fan', i / 2 FROM n WHERE i > 1`)
    expect((await follow(fan)).isFollowing).toBe(true)
    expect(await readProblem(await send(fan, 'PUT', 'many-1'))).toMatchObject({ status: 409, code: 'FollowedTeamsFull' })
    const ids: string[] = []
    let next: string | null = null
    do {
      const page: TeamList = await listFor(fan, next === null ? '' : `?cursor=${next}`)
      expect(page.teams.length).toBeLessThanOrEqual(teamListPageSize)
      ids.push(...page.teams.map(({ id }) => id))
      next = page.next
    } while (next !== null)
    expect(ids.slice(0, 4)).toEqual([team, 'many-500', 'many-499', 'many-498'])
    expect(new Set(ids).size).toBe(maxFollowedTeams)
    expect(ids).toHaveLength(maxFollowedTeams)
  })
})

describe('A new game of a community', () => {
  it('reaches its followers if it is public, once, and leads to the game', async () => {
    await follow(fan)
    await publishGame(owner, { teamId: team, visibility: 'team' })
    await publishGame(owner, { teamId: team, visibility: 'link' })
    await deliver()
    expect(await listNotified()).toEqual([])
    await rowsOf("INSERT INTO follows VALUES ('club-other', 'club-owner', 1)")
    await follow(other)
    const id = await publishGame(owner, { teamId: team })
    await deliver()
    expect(await rowsOf('SELECT user_id AS id, topic, title, path, team_id AS team FROM notices ORDER BY user_id')).toEqual([
      { id: 'club-fan', topic: 'followedTeams', title: 'Quokka Club plays Open play', path: `/evt/${id}`, team },
      { id: 'club-other', topic: 'hostGames', title: 'Name of club-owner hosts Open play', path: `/evt/${id}`, team: null },
    ])
    await rowsOf('DELETE FROM follows')
  })

  it('reaches nobody who muted the community, or has a block with the host', async () => {
    for (const person of [fan, other]) await follow(person)
    await rowsOf('INSERT INTO team_mutes VALUES (?, ?, 1)', 'club-fan', team)
    await block('club-owner', 'club-other')
    await publishGame(owner, { teamId: team })
    await deliver()
    expect(await listNotified()).toEqual([])
  })

  it('sends no email to followers who turned them off', async () => {
    for (const person of [fan, other]) {
      await follow(person)
      await person.ask('/api/notifications/settings/followedTeams/frequency', { method: 'PUT', json: { frequency: 'each' } })
    }
    await fan.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'followedTeams', channel: 'email', isOn: false } })
    await publishGame(owner, { teamId: team })
    await deliver()
    expect(await listNotified()).toEqual(['club-fan', 'club-other'])
    expect(queues.sent.map(({ to }) => to)).toEqual(['club-other@local.test'])
  })
})
