import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../worker/teams/acting.ts'
import { addGuest } from '../../worker/teams/change-guests.ts'
import { createTeam, deleteTeam, handOver } from '../../worker/teams/commands.ts'
import { findTeam, listOwnedTeams } from '../../worker/teams/queries.ts'
import { climb, crew, db, everyoneAsBefore, ladder, max, mia, olga, omar, outcomeOf, startAnew, tick, whoIsIn, zoe } from './people.ts'

beforeEach(startAnew)

const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n')
const input = { name: 'Dawn Dinkers', description: 'Up early.' }

describe('Creating a team', () => {
  it('makes the creator its owner', async () => {
    const id = await createTeam(db(), { now: 5000, newId: () => 'dawn' }, zoe, input)
    expect(id).toBe('dawn')
    expect(await findTeam(db(), id)).toEqual({ id, ...input, photoKey: null, creatorId: zoe, createdAt: 5000 })
    expect(await whoIsIn(id)).toEqual({ [zoe]: 'owner' })
    expect(await env.DB.prepare('SELECT plan FROM teams WHERE id = ?').bind(id).first('plan')).toBe('ROOKIE')
  })

  it('twice with one key makes one team', async () => {
    const once = { ...input, idempotencyKey: 'form-17-a' }
    const ids = await Promise.all([1, 2, 3].map(() => createTeam(db(), tick(), zoe, once)))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(await count('teams')).toBe(2)
    expect(await createTeam(db(), tick(), zoe, { ...once, idempotencyKey: 'form-17-b' })).not.toBe(ids[0])
    expect(await createTeam(db(), tick(), mia, once)).not.toBe(ids[0])
  })

  it('repeated late gives nobody a team back that they gave away or deleted', async () => {
    const once = { ...input, idempotencyKey: 'form-17-a' }
    const id = await createTeam(db(), tick(), zoe, once)
    await env.DB.prepare("INSERT INTO team_members VALUES (?, ?, 'member', 1)").bind(id, mia).run()
    await handOver(db(), asPerson(zoe), id, { from: zoe, to: mia })
    await env.DB.prepare('DELETE FROM team_members WHERE team_id = ? AND user_id = ?').bind(id, zoe).run()
    expect(await createTeam(db(), tick(), zoe, once)).toBe(id)
    expect(await whoIsIn(id)).toEqual({ [mia]: 'owner' })
    await deleteTeam(db(), tick(), asPerson(mia), id)
    expect(await createTeam(db(), tick(), zoe, once)).toBe(id)
    expect(await whoIsIn(id)).toEqual({})
    expect(await findTeam(db(), id)).toBeNull()
  })

  it('stops at fifty teams of one owner, also when asked for many at once', async () => {
    await env.DB.prepare(
      `INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT 'team-' || value, 'Team', '', NULL, ?1, 'ROOKIE', 1, 1, NULL FROM json_each(?2)`,
    )
      .bind(zoe, JSON.stringify(Array.from({ length: 48 }, (_, i) => i)))
      .run()
    await env.DB.prepare("INSERT INTO team_members SELECT id, ?1, 'owner', 1 FROM teams WHERE creator_id = ?1").bind(zoe).run()
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, i) => outcomeOf(createTeam(db(), { now: 1, newId: () => `more-${i}` }, zoe, input))),
    )
    expect(outcomes.toSorted()).toEqual(['OwnedTeamsFull', 'OwnedTeamsFull', 'OwnedTeamsFull', 'OwnedTeamsFull', 'ok', 'ok'])
    expect(await listOwnedTeams(db(), zoe)).toHaveLength(50)
    expect(await count('teams')).toBe(51)
    await env.DB.prepare("INSERT INTO team_members VALUES (?, ?, 'member', 1)").bind(crew, zoe).run()
    await expect(handOver(db(), ladder.owner, crew, { from: olga, to: zoe })).rejects.toThrow('One person can own up to 50 communities.')
  })

  it('is for people who have an account', async () => {
    expect(await outcomeOf(createTeam(db(), tick(), 'nobody', input))).toBe('SignInRequired')
    expect(await count('teams')).toBe(1)
  })

  it('keeps a name as it was given', async () => {
    for (const name of ['فريق الغروب 🏐', "Robert'); DROP TABLE teams;--", '👨‍👩‍👧‍👦 Fam']) {
      const id = await createTeam(db(), tick(), zoe, { name, description: name })
      expect(await findTeam(db(), id)).toMatchObject({ name, description: name })
    }
  })
})

describe('Handing a team over', () => {
  it('is for the owner and admins', async () => {
    expect(await climb((actor) => handOver(db(), actor, crew, { from: olga, to: max }))).toEqual({
      outsider: 'NotAllowed',
      member: 'NotAllowed',
      organizer: 'NotAllowed',
      owner: 'ok',
      admin: 'ok',
      'admin who plays here': 'ok',
    })
    expect(await whoIsIn()).toEqual({ ...everyoneAsBefore, [olga]: 'organizer', [max]: 'owner' })
  })

  it('goes to a member of this very team', async () => {
    expect(await outcomeOf(handOver(db(), ladder.owner, crew, { from: olga, to: zoe }))).toBe('NotInTeam')
    expect(await outcomeOf(handOver(db(), ladder.owner, crew, { from: olga, to: 'nobody' }))).toBe('NotInTeam')
    expect(await outcomeOf(handOver(db(), ladder.owner, crew, { from: olga, to: olga }))).toBe('AlreadyOwner')
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
  })

  it('cannot be done for somebody else, or as somebody else', async () => {
    expect(await outcomeOf(handOver(db(), ladder.owner, crew, { from: omar, to: max }))).toBe('TeamOwnerChanged')
    expect(await outcomeOf(handOver(db(), ladder.organizer, crew, { from: omar, to: omar }))).toBe('NotAllowed')
    expect(await outcomeOf(handOver(db(), ladder.organizer, crew, { from: null, to: omar }))).toBe('NotAllowed')
    expect(await outcomeOf(handOver(db(), ladder.owner, crew, { from: null, to: max }))).toBe('TeamOwnerChanged')
    expect(await outcomeOf(handOver(db(), ladder.admin, crew, { from: null, to: max }))).toBe('TeamOwnerChanged')
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
  })

  it('takes the old owner all that only an owner may', async () => {
    await handOver(db(), ladder.owner, crew, { from: olga, to: mia })
    expect(await outcomeOf(handOver(db(), ladder.owner, crew, { from: mia, to: olga }))).toBe('NotAllowed')
    expect(await outcomeOf(deleteTeam(db(), tick(), ladder.owner, crew))).toBe('NotAllowed')
    await handOver(db(), asPerson(mia), crew, { from: mia, to: olga })
    expect(await whoIsIn()).toEqual({ ...everyoneAsBefore, [mia]: 'organizer' })
  })

  it('brings a stranded team back, by an admin only', async () => {
    await env.DB.prepare("DELETE FROM team_members WHERE role = 'owner'").run()
    for (const from of [null, omar, olga]) {
      for (const rung of ['outsider', 'member', 'organizer', 'owner'] as const) {
        expect(await outcomeOf(handOver(db(), ladder[rung], crew, { from, to: omar })), rung).toBe('NotAllowed')
      }
    }
    await handOver(db(), ladder.admin, crew, { from: null, to: omar })
    expect(await whoIsIn()).toEqual({ [omar]: 'owner', [mia]: 'member', [max]: 'member' })
  })

  it('finds no team where there is none', async () => {
    for (const actor of Object.values(ladder))
      expect(await outcomeOf(handOver(db(), actor, 'no-team', { from: olga, to: max }))).toBe('TeamNotFound')
  })
})

describe('Deleting a team', () => {
  it('is for the owner alone', async () => {
    expect(await climb((actor) => deleteTeam(db(), tick(), actor, crew))).toEqual({
      outsider: 'NotAllowed',
      member: 'NotAllowed',
      organizer: 'NotAllowed',
      owner: 'ok',
      admin: 'NotAllowed',
      'admin who plays here': 'NotAllowed',
    })
    await startAnew()
    expect(await outcomeOf(deleteTeam(db(), tick(), { id: olga, isAdmin: true }, crew))).toBe('ok')
  })

  it('lets everyone go and keeps the row, so that history has a name', async () => {
    await createTeam(db(), { now: 1, newId: () => 'dawn' }, zoe, input)
    await addGuest(db(), tick(), ladder.owner, crew, { name: 'Kid', email: null })
    await addGuest(db(), tick(), asPerson(zoe), 'dawn', { name: 'Other kid', email: null })
    await deleteTeam(db(), { now: 777, newId: () => '' }, ladder.owner, crew)
    expect(await findTeam(db(), crew)).toBeNull()
    expect(await whoIsIn()).toEqual({})
    expect(await env.DB.prepare('SELECT name, deleted_at FROM teams WHERE id = ?').bind(crew).first()).toEqual({
      name: 'Court Crew',
      deleted_at: 777,
    })
    expect(await whoIsIn('dawn')).toEqual({ [zoe]: 'owner' })
    expect(await env.DB.prepare('SELECT name FROM guests').first('name')).toBe('Other kid')
  })

  it('twice finds nothing the second time', async () => {
    await deleteTeam(db(), tick(), ladder.owner, crew)
    for (const actor of Object.values(ladder)) expect(await outcomeOf(deleteTeam(db(), tick(), actor, crew))).toBe('TeamNotFound')
  })

  it('waits for a paid plan to end', async () => {
    await env.DB.prepare("UPDATE teams SET plan = 'PRO'").run()
    await addGuest(db(), tick(), ladder.owner, crew, { name: 'Kid', email: null })
    await expect(deleteTeam(db(), tick(), ladder.owner, crew)).rejects.toThrow("End the community's plan before you delete it.")
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
    expect(await count('guests')).toBe(1)
  })
})
