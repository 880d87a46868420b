import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationGames, OrganizationPeople, OrganizationSeasons } from '../../domain/organizations/contract.ts'
import { organizationGamesPageSize } from '../../domain/organizations/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { publishGame } from '../events/games.ts'
import { deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, completeForm, crowd, enterAndSetUp, type Person, rowsOf, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { db, nextClock } from '../teams/people.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

const day = 86_400_000
const openly = { privacy: { ...completeForm.privacy, publicUpcomingGames: true } }

let org: Person
let captain: Person
let stranger: Person
let id: string
let team: string
let other: string

const makeTeam = (owner: Person, name: string) => createTeam(db(), nextClock(), owner.id, { name, description: '', joinMode: 'open' })
const link = (teamId: string) => rowsOf('INSERT INTO organization_teams VALUES (?, ?, 1, 1)', id, teamId)
const open = async <T>(from: Person | null, path: string) => {
  const answer = await (from ? from.ask(path) : ask(path))
  expect(answer.status).toBe(200)
  return { answer, data: await answer.json<T>() }
}
const read = async <T>(from: Person | null, child: string) => (await open<T>(from, `/api/organizations/${id}/${child}`)).data
const detail = async (from: Person | null, teamId: string) => (await open<TeamDetail>(from, `/api/teams/${teamId}/detail`)).data
const agreeAs = (person: Person, teamId: string) => person.ask(`/api/organizations/${id}/teams/${teamId}`, { method: 'PUT' })
const titlesFor = async (person: Person) =>
  (await (await person.ask('/api/notifications')).json<{ notices: { title: string; path: string }[] }>()).notices

/** Copies a game, one for each start. */
async function copyGame(gameId: string, teamId: string, starts: readonly number[], visibility = 'public') {
  const columns = (await rowsOf('PRAGMA table_info(events)')).map(({ name }) => String(name))
  const copied: Record<string, string> = {
    id: "'copy-' || ?2 || ?4 || s.key",
    team_id: '?2',
    starts_at: 's.value',
    ends_at: 's.value + 3600000',
    visibility: '?4',
    series_id: 'NULL',
  }
  const values = columns.map((name) => copied[name] ?? `e.${name}`)
  await rowsOf(
    `INSERT INTO events (${columns.join(', ')}) SELECT ${values.join(', ')} FROM events e, json_each(?3) s WHERE e.id = ?1`,
    gameId,
    teamId,
    JSON.stringify(starts),
    visibility,
  )
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  org = await enterAndSetUp('org-owner', { displayName: 'Olive' })
  captain = await enterAndSetUp('team-owner', { displayName: 'Cap', ...openly })
  stranger = await enterAndSetUp('org-stranger')
  const created = await org.ask('/api/organizations', { method: 'POST', json: { name: 'Quokka League', description: '' } })
  id = (await created.json<{ id: string }>()).id
  ;[team, other] = [await makeTeam(captain, 'Numbats'), await makeTeam(captain, 'Potoroos')]
  await Promise.all([link(team), link(other)])
})

describe('The games of an organization', () => {
  it('are all public games to come of its communities, page by page, each once', async () => {
    const first = await publishGame(captain, { teamId: team, visibility: 'public', title: 'League night' })
    const soon = Date.now() + 2 * day
    await copyGame(
      first,
      team,
      Array.from({ length: 40 }, (_, index) => soon + index * day),
    )
    await copyGame(
      first,
      other,
      Array.from({ length: 15 }, (_, index) => soon + index * 3 * day + 1000),
    )
    // Many games that only members see must not hide the ones after them.
    await copyGame(
      first,
      other,
      Array.from({ length: 30 }, (_, index) => soon + index),
      'team',
    )
    const found: { id: string; startsAt: number }[] = []
    let cursor: string | null = null
    for (let page = 0; page < 30; page++) {
      const { data }: { data: OrganizationGames } = await open(
        stranger,
        `/api/organizations/${id}/games${cursor ? `?cursor=${cursor}` : ''}`,
      )
      expect(data.events.length).toBeLessThanOrEqual(organizationGamesPageSize)
      found.push(...data.events)
      cursor = data.next
      if (cursor === null) break
    }
    expect(cursor).toBeNull()
    expect(found).toHaveLength(56)
    expect(new Set(found.map((game) => game.id)).size).toBe(56)
    expect(found.map(({ startsAt }) => startsAt)).toEqual(found.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b))
  })

  it('leave out those of hosts with a block, and of communities that only one side wants', async () => {
    const apart = await enterAndSetUp('org-apart')
    await block(captain.id, apart.id)
    expect((await read<OrganizationGames>(apart, 'games')).events).toEqual([])
    const asked = await makeTeam(captain, 'Asked')
    await rowsOf('INSERT INTO organization_teams VALUES (?, ?, 1, NULL)', id, asked)
    await publishGame(captain, { teamId: asked, visibility: 'public', title: 'Not yet' })
    expect(JSON.stringify(await read<OrganizationGames>(stranger, 'games'))).not.toContain('Not yet')
    expect((await ask(`/api/organizations/${id}/games?cursor=nonsense`)).status).toBe(400)
  })
})

describe('The seasons of an organization', () => {
  const addSeason = (seasonId: string, teamId: string, from: string, to: string) =>
    rowsOf(
      'INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?2, ?1, ?3, ?4, 1)',
      seasonId,
      teamId,
      from,
      to,
    )
  const seasonsFor = async (person: Person | null) => (await read<OrganizationSeasons>(person, 'seasons')).seasons

  it('are those that run or are to come, the first to start first', async () => {
    await addSeason('over', team, '2020-01-01', '2020-02-01')
    await addSeason('running', team, '2020-01-01', '2999-02-01')
    await addSeason('coming', other, '2998-01-01', '2999-01-01')
    expect(await seasonsFor(captain)).toEqual([
      {
        id: 'running',
        label: 'running',
        startDate: '2020-01-01',
        endDate: '2999-02-01',
        team: { id: team, name: 'Numbats' },
      },
      {
        id: 'coming',
        label: 'coming',
        startDate: '2998-01-01',
        endDate: '2999-01-01',
        team: { id: other, name: 'Potoroos' },
      },
    ])
  })

  it('are for the members of their community, like on its own page', async () => {
    const fan = await enterAndSetUp('a-fan-of-one')
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'member', 5)", other, fan.id)
    for (const joinMode of ['open', 'ask', 'invite']) {
      await rowsOf('UPDATE teams SET join_mode = ?', joinMode)
      for (const [person, ids] of [
        [null, []],
        [stranger, []],
        [org, []],
        [fan, ['coming']],
        [captain, ['running', 'coming']],
      ] as const)
        expect([joinMode, person?.id, (await seasonsFor(person)).map((season) => season.id)]).toEqual([joinMode, person?.id, ids])
    }
    expect((await stranger.ask(`/api/teams/${other}/seasons`)).status).toBe(404)
    await rowsOf("UPDATE teams SET join_mode = 'open'")
    await rowsOf('DELETE FROM team_members WHERE user_id = ?', fan.id)
  })
})

describe('The people of an organization', () => {
  const peopleFor = async (person: Person | null) =>
    (await read<OrganizationPeople>(person, 'people')).people.map(({ person: { name }, isOwner, teams }) => ({
      name,
      isOwner,
      teams: teams.map((one) => `${one.name} ${one.role}`),
    }))

  it('are its owner and the organizers of its communities, each once, and no children', async () => {
    const organizer = await enterAndSetUp('an-organizer', { displayName: 'Orla', ...openly })
    const member = await enterAndSetUp('a-member', { displayName: 'Mem', ...openly })
    const quiet = await enterAndSetUp('a-quiet-one', { displayName: 'Quinn' })
    for (const [person, role] of [
      [organizer, 'organizer'],
      [quiet, 'organizer'],
      [member, 'member'],
    ] as const)
      await rowsOf('INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, ?, 5)', team, person.id, role)
    await rowsOf(
      "INSERT INTO guests (id, team_id, name, created_by, created_at, guardian_id) VALUES ('a-child', ?, 'Kiddo', ?, 1, ?)",
      team,
      captain.id,
      captain.id,
    )
    const owner = { name: 'Olive', isOwner: true, teams: [] }
    const cap = { name: 'Cap', isOwner: false, teams: ['Numbats owner', 'Potoroos owner'] }
    const orla = { name: 'Orla', isOwner: false, teams: ['Numbats organizer'] }
    expect(await peopleFor(null)).toEqual([])
    expect(await peopleFor(stranger)).toEqual([owner, cap, orla])
    // Members of the community see all of its organizers.
    expect((await peopleFor(member)).map(({ name }) => name)).toEqual(['Olive', 'Cap', 'Quinn', 'Orla'])
    const apart = await enterAndSetUp('people-apart')
    await Promise.all([block(apart.id, captain.id), block(org.id, apart.id)])
    expect(await peopleFor(apart)).toEqual([orla])
  })
})

describe('The page of a community', () => {
  it('shows the organizations to which it belongs, and to organizers those that ask', async () => {
    expect((await detail(null, team)).organizations).toEqual([{ id, name: 'Quokka League' }])
    const asked = await makeTeam(captain, 'Page Team')
    await agreeAs(org, asked)
    expect(await detail(captain, asked)).toMatchObject({ organizations: [], askedBy: [{ id, name: 'Quokka League' }] })
    expect(await detail(stranger, asked)).toMatchObject({ organizations: [], askedBy: [] })
    expect(await detail(null, asked)).toMatchObject({ organizations: [], askedBy: [] })
    await agreeAs(captain, asked)
    expect(await detail(stranger, asked)).toMatchObject({ organizations: [{ id, name: 'Quokka League' }], askedBy: [] })
  })
})

describe('Notifications', () => {
  it('tell the organizers who asks, and the owner who agreed', async () => {
    const asked = await makeTeam(captain, 'Told')
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, 'an-organizer', 'organizer', 5)", asked)
    const organizer = await enterAndSetUp('an-organizer', openly)
    await agreeAs(org, asked)
    await agreeAs(org, asked)
    await deliverNotices()
    const asks = { title: 'Quokka League asks Told to be part of it', path: `/team/${asked}` }
    for (const person of [captain, organizer])
      expect((await titlesFor(person)).filter(({ title }) => title.includes('Told'))).toMatchObject([asks])
    await agreeAs(organizer, asked)
    await deliverNotices()
    expect((await titlesFor(org))[0]).toMatchObject({ title: 'Told is now part of Quokka League', path: `/organization/${id}` })
  })

  it('tell the owner of a community that asks, and its organizers the answer', async () => {
    const asking = await makeTeam(captain, 'Asking')
    await agreeAs(captain, asking)
    await deliverNotices()
    expect((await titlesFor(org))[0]).toMatchObject({ title: 'Asking asks to be part of Quokka League', path: `/organization/${id}` })
    await agreeAs(org, asking)
    await deliverNotices()
    expect((await titlesFor(captain))[0]).toMatchObject({ title: 'Asking is now part of Quokka League' })
  })

  it('reach nobody after the question was taken back, and are limited', async () => {
    const gone = await makeTeam(captain, 'Taken Back')
    await agreeAs(org, gone)
    await org.ask(`/api/organizations/${id}/teams/${gone}`, { method: 'DELETE' })
    await deliverNotices()
    expect((await titlesFor(captain)).filter(({ title }) => title.includes('Taken Back'))).toEqual([])
    const statuses = []
    for (let index = 0; index < 12; index++) {
      statuses.push((await agreeAs(org, gone)).status)
      await org.ask(`/api/organizations/${id}/teams/${gone}`, { method: 'DELETE' })
    }
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    await deliverNotices()
  })
})

it('Each answer reads few rows, however much there is', async () => {
  const [fans, game] = [crowd('row-fan', 400), await publishGame(captain, { teamId: team, visibility: 'public' })]
  await addCrowd(fans)
  const teams = crowd('row-team', 20)
  await rowsOf(
    "INSERT INTO teams (id, name, description, plan, created_at, updated_at, join_mode) SELECT value, value, '', 'ROOKIE', 1, 1, 'open' FROM json_each(?)",
    JSON.stringify(teams),
  )
  const starts = Array.from({ length: 60 }, (_, index) => Date.now() + (index + 2) * day)
  for (const one of teams) {
    await link(one)
    await copyGame(game, one, starts)
    await rowsOf(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, value, iif(key = 0, 'owner', iif(key < 30, 'organizer', 'member')), 5 FROM json_each(?)",
      one,
      JSON.stringify(fans),
    )
  }
  const cost = async (path: string) => rowsRead((await open(stranger, `/api/organizations/${id}${path}`)).answer)
  expect(await cost('')).toBeLessThan(150)
  expect(await cost('/games')).toBeLessThan(1200)
  expect(await cost('/seasons')).toBeLessThan(150)
  expect(await cost('/people')).toBeLessThan(1200)
})
