import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { grantedRoles } from '../../domain/teams/contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { openDatabase } from '../../worker/platform/database.ts'
import { listGuests } from '../../worker/roster/list-guests.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { listTeamsOf } from '../../worker/teams/find-teams.ts'
import { findRole, findTeam, listOwnedTeams, listTeamMembers } from '../../worker/teams/queries.ts'
import { actors, addCrowd, crew, crowd, db, max, mia, nextClock, olga, omar, resetTeam, zoe } from './people.ts'

beforeEach(resetTeam)

const by = (userId: string) => ({ userId, now: 0 })

describe('A team', () => {
  it('has only its public fields', async () => {
    await env.DB.prepare("UPDATE teams SET plan = 'PRO', photo_key = 'abc'").run()
    expect(await findTeam(db(), crew)).toEqual({
      id: crew,
      name: 'Court Crew',
      description: 'We play.',
      photoKey: 'abc',
      creatorId: olga,
      createdAt: 1,
    })
    expect(await findTeam(db(), 'no-team')).toBeNull()
  })

  it('knows the role of each person', async () => {
    expect(await Promise.all([olga, omar, mia, zoe, 'nobody'].map((id) => findRole(db(), crew, id)))).toEqual([
      'owner',
      'organizer',
      'member',
      null,
      null,
    ])
    expect(await findRole(db(), 'no-team', olga)).toBeNull()
    await deleteTeam(db(), nextClock(), actors.owner, crew)
    expect(await findRole(db(), crew, olga)).toBeNull()
  })
})

describe('The list of members', () => {
  it('is sorted by the rank of the roles, then by when they joined', async () => {
    expect(await listTeamMembers(db(), crew)).toEqual({
      members: [
        { userId: olga, role: 'owner', joinedAt: 1 },
        { userId: omar, role: 'organizer', joinedAt: 2 },
        { userId: mia, role: 'member', joinedAt: 3 },
        { userId: max, role: 'member', joinedAt: 4 },
      ],
      next: null,
    })
    expect(await listTeamMembers(db(), 'no-team')).toEqual({ members: [], next: null })
  })

  it('puts every role in the order of its rank', async () => {
    for (const role of [...grantedRoles].reverse()) await addCrowd(crew, crowd(role, 1), role)
    const { members } = await listTeamMembers(db(), crew)
    expect([...new Set(members.map(({ role }) => role))]).toEqual([...teamRoles])
  })

  it('comes in pages of 50 that contain each person once and read few rows', async () => {
    await addCrowd(crew, crowd('fan', 96))
    await addCrowd(crew, crowd('helper', 30), 'organizer')
    // Members who joined at the same time must not be lost between two pages.
    await env.DB.prepare("UPDATE team_members SET joined_at = 9 WHERE user_id LIKE 'fan-%'").run()
    const { db: counted, count } = openDatabase(env.DB, { write: false }, { counting: true, outboxIds: [] })
    const ids: string[] = []
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listTeamMembers>> = await listTeamMembers(counted, crew, cursor)
      ids.push(...page.members.map((member) => member.userId))
      sizes.push(page.members.length)
      cursor = page.next
    } while (cursor)
    expect(sizes).toEqual([50, 50, 30])
    expect(new Set(ids).size).toBe(130)
    expect(count.rowsRead).toBeLessThanOrEqual(135)
  })

  it('has no next page if the last page is full', async () => {
    await addCrowd(crew, crowd('fan', 46))
    const page = await listTeamMembers(db(), crew)
    expect(page.members).toHaveLength(50)
    expect(page.next).toBeNull()
  })

  it('refuses an invalid cursor', async () => {
    for (const cursor of ['', 'x', '!!!', btoa('[1]'), btoa('{"a":1}'), btoa('["6","now","mia"]'), 'AAAA'.repeat(1000), 'é']) {
      await expect(listTeamMembers(db(), crew, cursor), cursor).rejects.toMatchObject({ code: 'UnknownCursor' })
      await expect(listTeamsOf(db(), by(olga), cursor), cursor).rejects.toMatchObject({ code: 'UnknownCursor' })
    }
  })
})

describe("A person's teams", () => {
  it('are sorted by the time of joining, newest first', async () => {
    const factsOf = (creatorId: string) => ({
      photoURL: null,
      creator: { id: creatorId, name: 'Unnamed Player', pictureUrl: null },
      creatorId,
      subscription: 'ROOKIE',
      topics: [],
      organizerWebsite: { metaLogoURL: null },
    })
    await createTeam(db(), { now: 50, newId: () => 'dawn' }, mia, { name: 'Dawn', description: '' })
    expect(await listTeamsOf(db(), by(mia))).toEqual({
      teams: [
        {
          id: 'dawn',
          name: 'Dawn',
          description: '',
          photoKey: null,
          ...factsOf(mia),
          createdAt: 50,
          city: null,
          members: 1,
          role: 'owner',
          rights: [],
          joinedAt: 50,
          sharesHours: false,
          unreadAnnouncements: 0,
          handOver: null,
          next: null,
        },
        {
          id: crew,
          name: 'Court Crew',
          description: 'We play.',
          photoKey: null,
          ...factsOf(olga),
          createdAt: 1,
          city: null,
          members: 0,
          role: 'member',
          rights: [],
          joinedAt: 3,
          sharesHours: false,
          unreadAnnouncements: 0,
          handOver: null,
          next: null,
        },
      ],
      next: null,
    })
    expect(await listTeamsOf(db(), by(zoe))).toEqual({ teams: [], next: null })
    expect((await listOwnedTeams(db(), mia)).map((team) => team.id)).toEqual(['dawn'])
    expect((await listOwnedTeams(db(), olga)).map((team) => team.id)).toEqual([crew])
    await deleteTeam(db(), nextClock(), actors.owner, crew)
    expect(await listOwnedTeams(db(), olga)).toEqual([])
    expect((await listTeamsOf(db(), by(mia))).teams.map((team) => team.id)).toEqual(['dawn'])
  })

  it('come in pages of 50', async () => {
    const numbers = JSON.stringify(Array.from({ length: 70 }, (_, i) => i))
    await env.DB.prepare(
      "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT 'team-' || value, 'Team', '', NULL, NULL, 'ROOKIE', 1, 1, NULL FROM json_each(?)",
    )
      .bind(numbers)
      .run()
    await env.DB.prepare(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT 'team-' || value, ?, 'member', 7 FROM json_each(?)",
    )
      .bind(zoe, numbers)
      .run()
    const first = await listTeamsOf(db(), by(zoe))
    const second = await listTeamsOf(db(), by(zoe), first.next ?? undefined)
    expect([first.teams.length, second.teams.length, second.next]).toEqual([50, 20, null])
    expect(new Set([...first.teams, ...second.teams].map((team) => team.id)).size).toBe(70)
  })
})

it("A team's guests come in pages of 50", async () => {
  await env.DB.prepare("INSERT INTO guests (id, team_id, name, created_at) SELECT 'g' || value, ?, 'Guest', value / 60 FROM json_each(?)")
    .bind(crew, JSON.stringify(Array.from({ length: 120 }, (_, i) => i)))
    .run()
  const first = await listGuests(db(), actors.owner, crew)
  const second = await listGuests(db(), actors.owner, crew, { cursor: first.next ?? '' })
  const third = await listGuests(db(), actors.owner, crew, { cursor: second.next ?? '' })
  expect([first.guests.length, second.guests.length, third.guests.length, third.next]).toEqual([50, 50, 20, null])
  expect(new Set([...first.guests, ...second.guests, ...third.guests].map((guest) => guest.id)).size).toBe(120)
})
