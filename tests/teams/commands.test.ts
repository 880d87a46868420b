import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../worker/teams/actor.ts'
import { addGuest } from '../../worker/teams/change-guests.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { handOver } from '../../worker/teams/hand-over.ts'
import { findTeam, listOwnedTeams } from '../../worker/teams/queries.ts'
import {
  actors,
  crew,
  db,
  initialRoles,
  max,
  mia,
  nextClock,
  olga,
  omar,
  outcomeOf,
  purgeDeletedTeams,
  readRoles,
  resetTeam,
  tryAsEach,
  zoe,
} from './people.ts'

beforeEach(resetTeam)

const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n')
const input = { name: 'Dawn Dinkers', description: 'Up early.' }

describe('Creating a team', () => {
  it('makes the creator its owner', async () => {
    const id = await createTeam(db(), { now: 5000, newId: () => 'dawn' }, zoe, input)
    expect(id).toBe('dawn')
    expect(await findTeam(db(), id)).toEqual({ id, ...input, photoKey: null, creatorId: zoe, createdAt: 5000 })
    expect(await readRoles(id)).toEqual({ [zoe]: 'owner' })
    expect(await env.DB.prepare('SELECT plan FROM teams WHERE id = ?').bind(id).first('plan')).toBe('ROOKIE')
  })

  it('creates one team if it is repeated with the same key', async () => {
    const request = { ...input, idempotencyKey: 'form-17-a' }
    const ids = await Promise.all([1, 2, 3].map(() => createTeam(db(), nextClock(), zoe, request)))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(await count('teams')).toBe(2)
    expect(await createTeam(db(), nextClock(), zoe, { ...request, idempotencyKey: 'form-17-b' })).not.toBe(ids[0])
    expect(await createTeam(db(), nextClock(), mia, request)).not.toBe(ids[0])
  })

  it('does not return a team that its creator handed over or deleted', async () => {
    const request = { ...input, idempotencyKey: 'form-17-a' }
    const id = await createTeam(db(), nextClock(), zoe, request)
    await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'member', 1)").bind(id, mia).run()
    await handOver(db(), nextClock(), asPerson(zoe), id, { from: zoe, to: mia })
    await env.DB.prepare('DELETE FROM team_members WHERE team_id = ? AND user_id = ?').bind(id, zoe).run()
    expect(await createTeam(db(), nextClock(), zoe, request)).toBe(id)
    expect(await readRoles(id)).toEqual({ [mia]: 'owner' })
    await deleteTeam(db(), nextClock(), asPerson(mia), id)
    expect(await createTeam(db(), nextClock(), zoe, request)).toBe(id)
    expect(await readRoles(id)).toEqual({})
    expect(await findTeam(db(), id)).toBeNull()
  })

  it('stops at fifty teams of one owner, also for many requests at once', async () => {
    await env.DB.prepare(
      `INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT 'team-' || value, 'Team', '', NULL, ?1, 'ROOKIE', 1, 1, NULL FROM json_each(?2)`,
    )
      .bind(zoe, JSON.stringify(Array.from({ length: 48 }, (_, i) => i)))
      .run()
    await env.DB.prepare(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT id, ?1, 'owner', 1 FROM teams WHERE creator_id = ?1",
    )
      .bind(zoe)
      .run()
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, i) => outcomeOf(createTeam(db(), { now: 1, newId: () => `more-${i}` }, zoe, input))),
    )
    expect(outcomes.toSorted()).toEqual(['OwnedTeamsFull', 'OwnedTeamsFull', 'OwnedTeamsFull', 'OwnedTeamsFull', 'ok', 'ok'])
    expect(await listOwnedTeams(db(), zoe)).toHaveLength(50)
    expect(await count('teams')).toBe(51)
    await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'member', 1)").bind(crew, zoe).run()
    await expect(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: zoe })).rejects.toThrow(
      'One person can own up to 50 communities.',
    )
  })

  it('is only for people with an account', async () => {
    expect(await outcomeOf(createTeam(db(), nextClock(), 'nobody', input))).toBe('SignInRequired')
    expect(await count('teams')).toBe(1)
  })

  it('does not change the name', async () => {
    for (const name of ['فريق الغروب 🏐', "Robert'); DROP TABLE teams;--", '👨‍👩‍👧‍👦 Fam']) {
      const id = await createTeam(db(), nextClock(), zoe, { name, description: name })
      expect(await findTeam(db(), id)).toMatchObject({ name, description: name })
    }
  })
})

describe('Handing a team over', () => {
  it('is for the owner and admins', async () => {
    expect(await tryAsEach((actor) => handOver(db(), nextClock(), actor, crew, { from: olga, to: max }))).toEqual({
      outsider: 'TeamNotFound',
      member: 'NotAllowed',
      organizer: 'NotAllowed',
      owner: 'ok',
      admin: 'ok',
      'admin who plays here': 'ok',
    })
    expect(await readRoles()).toEqual({ ...initialRoles, [olga]: 'organizer', [max]: 'owner' })
  })

  it('only works for a member of this team', async () => {
    expect(await outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: zoe }))).toBe('NotInTeam')
    expect(await outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: 'nobody' }))).toBe('NotInTeam')
    expect(await outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: olga }))).toBe('AlreadyOwner')
    expect(await readRoles()).toEqual(initialRoles)
  })

  it('fails if the owner has changed, or if the actor may not do it', async () => {
    expect(await outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: omar, to: max }))).toBe('TeamOwnerChanged')
    expect(await outcomeOf(handOver(db(), nextClock(), actors.organizer, crew, { from: omar, to: omar }))).toBe('NotAllowed')
    expect(await outcomeOf(handOver(db(), nextClock(), actors.organizer, crew, { from: null, to: omar }))).toBe('NotAllowed')
    expect(await outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: null, to: max }))).toBe('TeamOwnerChanged')
    expect(await outcomeOf(handOver(db(), nextClock(), actors.admin, crew, { from: null, to: max }))).toBe('TeamOwnerChanged')
    expect(await readRoles()).toEqual(initialRoles)
  })

  it('takes away from the old owner what only an owner may do', async () => {
    await handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: mia })
    expect(await outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: mia, to: olga }))).toBe('NotAllowed')
    expect(await outcomeOf(deleteTeam(db(), nextClock(), actors.owner, crew))).toBe('NotAllowed')
    await handOver(db(), nextClock(), asPerson(mia), crew, { from: mia, to: olga })
    expect(await readRoles()).toEqual({ ...initialRoles, [mia]: 'organizer' })
  })

  it('gives a team without an owner a new one, by an admin only', async () => {
    await env.DB.prepare("DELETE FROM team_members WHERE role = 'owner'").run()
    for (const from of [null, omar, olga]) {
      for (const name of ['outsider', 'member', 'organizer', 'owner'] as const) {
        const refusal = name === 'member' || name === 'organizer' ? 'NotAllowed' : 'TeamNotFound'
        expect(await outcomeOf(handOver(db(), nextClock(), actors[name], crew, { from, to: omar })), name).toBe(refusal)
      }
    }
    await handOver(db(), nextClock(), actors.admin, crew, { from: null, to: omar })
    expect(await readRoles()).toEqual({ [omar]: 'owner', [mia]: 'member', [max]: 'member' })
  })

  it('fails for an unknown team', async () => {
    for (const actor of Object.values(actors))
      expect(await outcomeOf(handOver(db(), nextClock(), actor, 'no-team', { from: olga, to: max }))).toBe('TeamNotFound')
  })
})

describe('Deleting a team', () => {
  it('is for the owner alone', async () => {
    expect(await tryAsEach((actor) => deleteTeam(db(), nextClock(), actor, crew))).toEqual({
      outsider: 'TeamNotFound',
      member: 'NotAllowed',
      organizer: 'NotAllowed',
      owner: 'ok',
      admin: 'NotAllowed',
      'admin who plays here': 'NotAllowed',
    })
    await resetTeam()
    expect(await outcomeOf(deleteTeam(db(), nextClock(), { id: olga, isAdmin: true }, crew))).toBe('ok')
  })

  it('removes all members and keeps the row, so that past games still have a name', async () => {
    await createTeam(db(), { now: 1, newId: () => 'dawn' }, zoe, input)
    await addGuest(db(), nextClock(), actors.owner, crew, { name: 'Kid', email: null })
    await addGuest(db(), nextClock(), asPerson(zoe), 'dawn', { name: 'Other kid', email: null })
    await deleteTeam(db(), { now: 777, newId: () => '' }, actors.owner, crew)
    expect(await findTeam(db(), crew)).toBeNull()
    expect(await readRoles()).toEqual({})
    expect(await env.DB.prepare('SELECT name, deleted_at FROM teams WHERE id = ?').bind(crew).first()).toEqual({
      name: 'Court Crew',
      deleted_at: 777,
    })
    await purgeDeletedTeams()
    expect(await readRoles('dawn')).toEqual({ [zoe]: 'owner' })
    expect(await env.DB.prepare('SELECT name FROM guests').first('name')).toBe('Other kid')
  })

  it('fails the second time', async () => {
    await deleteTeam(db(), nextClock(), actors.owner, crew)
    for (const actor of Object.values(actors)) expect(await outcomeOf(deleteTeam(db(), nextClock(), actor, crew))).toBe('TeamNotFound')
  })
})
