import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { changeRole } from '../../worker/teams/change-roles.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import {
  actors,
  addCrowd,
  addPeople,
  crew,
  crowd,
  db,
  initialRoles,
  max,
  mia,
  nextClock,
  olga,
  omar,
  organizersAndAbove,
  outcomeOf,
  readRoles,
  resetTeam,
  tryAsEach,
  zoe,
} from './people.ts'

beforeEach(resetTeam)

const ownerOnly = { ...organizersAndAbove, organizer: 'NotAllowed' }
const nobodyMay = { ...ownerOnly, owner: 'CannotChangeOwner', admin: 'CannotChangeOwner', 'admin who plays here': 'CannotChangeOwner' }

describe('Adding a member', () => {
  it('is for organizers and the owner, and for no admin', async () => {
    const refused = { admin: 'NotAllowed', 'admin who plays here': 'NotAllowed' }
    expect(await tryAsEach((actor) => addMember(db(), nextClock(), actor, crew, zoe))).toEqual({ ...organizersAndAbove, ...refused })
  })

  it('fails for an unknown person', async () => {
    expect(await outcomeOf(addMember(db(), nextClock(), actors.owner, crew, 'nobody'))).toBe('NewMemberNotFound')
    expect(await outcomeOf(addMember(db(), nextClock(), actors.outsider, crew, 'nobody'))).toBe('TeamNotFound')
  })

  it('gives the person the role of a member, once', async () => {
    expect(await addMember(db(), nextClock(), actors.organizer, crew, zoe)).toBe(true)
    expect(await addMember(db(), nextClock(), actors.organizer, crew, zoe)).toBe(false)
    expect(await readRoles()).toEqual({ ...initialRoles, [zoe]: 'member' })
  })

  it('does not change the role of a person who is already in the team', async () => {
    expect(await addMember(db(), nextClock(), actors.organizer, crew, olga)).toBe(false)
    expect(await readRoles()).toEqual(initialRoles)
  })

  it('stops at the members that its plan allows, with a clear message', async () => {
    await addCrowd(crew, crowd('fan', 25))
    expect(await addMember(db(), nextClock(), actors.owner, crew, zoe)).toBe(true)
    await addPeople(['late'])
    await expect(addMember(db(), nextClock(), actors.owner, crew, 'late')).rejects.toThrow(
      'This community is full. It can have up to 30 members.',
    )
    expect(await addMember(db(), nextClock(), actors.owner, crew, mia)).toBe(false)
    await env.DB.prepare('UPDATE teams SET max_members = 50 WHERE id = ?').bind(crew).run()
    expect(await addMember(db(), nextClock(), actors.owner, crew, 'late')).toBe(true)
  })

  it('keeps its members when its plan ends, and adds no more', async () => {
    await addCrowd(crew, crowd('fan', 40))
    await expect(addMember(db(), nextClock(), actors.owner, crew, zoe)).rejects.toThrow('This community is full.')
    expect(Object.keys(await readRoles()).length).toBeGreaterThan(40)
  })

  it('fails for an unknown team, for every actor', async () => {
    for (const actor of Object.values(actors))
      expect(await outcomeOf(addMember(db(), nextClock(), actor, 'no-team', zoe))).toBe('TeamNotFound')
    await deleteTeam(db(), nextClock(), actors.owner, crew)
    for (const actor of Object.values(actors)) expect(await outcomeOf(addMember(db(), nextClock(), actor, crew, zoe))).toBe('TeamNotFound')
    expect(await readRoles()).toEqual({})
  })
})

describe('Removing a member', () => {
  it('is for organizers, the owner and admins', async () => {
    expect(await tryAsEach((actor) => removeMember(db(), nextClock(), actor, crew, max))).toEqual(organizersAndAbove)
    expect(await readRoles()).toEqual({ [olga]: 'owner', [omar]: 'organizer', [mia]: 'member' })
  })

  it('is for the owner and admins if the member is an organizer', async () => {
    expect(await tryAsEach((actor) => removeMember(db(), nextClock(), actor, crew, omar))).toEqual(ownerOnly)
  })

  it('is for nobody if the member is the owner', async () => {
    expect(await tryAsEach((actor) => removeMember(db(), nextClock(), actor, crew, olga))).toEqual({
      ...nobodyMay,
      organizer: 'CannotChangeOwner',
    })
  })

  it('does not reveal to an outsider who is in the team', async () => {
    for (const target of [max, zoe, 'nobody'])
      expect(await outcomeOf(removeMember(db(), nextClock(), actors.outsider, crew, target))).toBe('TeamNotFound')
    expect(await outcomeOf(removeMember(db(), nextClock(), actors.owner, crew, zoe))).toBe('NotInTeam')
  })

  it('changes no other team', async () => {
    await env.DB.prepare(
      "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT 'other', name, description, NULL, creator_id, plan, 1, 1, NULL FROM teams",
    ).run()
    await addCrowd('other', [zoe], 'owner')
    await addCrowd('other', [max])
    expect(await outcomeOf(removeMember(db(), nextClock(), actors.owner, 'other', max))).toBe('TeamNotFound')
    await removeMember(db(), nextClock(), asPerson(zoe), 'other', max)
    expect(await readRoles()).toEqual(initialRoles)
  })
})

describe('Changing a role', () => {
  it('is for organizers, the owner and admins if both roles are below an organizer', async () => {
    expect(await tryAsEach((actor) => changeRole(db(), nextClock(), actor, { teamId: crew, userId: max }, { role: 'captain' }))).toEqual(
      organizersAndAbove,
    )
    expect(await readRoles()).toEqual({ ...initialRoles, [max]: 'captain' })
  })

  it('is for the owner and admins if a person becomes an organizer or is one', async () => {
    expect(await tryAsEach((actor) => changeRole(db(), nextClock(), actor, { teamId: crew, userId: max }, { role: 'organizer' }))).toEqual(
      ownerOnly,
    )
    expect(await readRoles()).toEqual({ ...initialRoles, [max]: 'organizer' })
    expect(await tryAsEach((actor) => changeRole(db(), nextClock(), actor, { teamId: crew, userId: omar }, { role: 'member' }))).toEqual(
      ownerOnly,
    )
    expect(await readRoles()).toEqual({ ...initialRoles, [omar]: 'member' })
  })

  it('is refused for the owner', async () => {
    expect(await tryAsEach((actor) => changeRole(db(), nextClock(), actor, { teamId: crew, userId: olga }, { role: 'member' }))).toEqual({
      ...nobodyMay,
      organizer: 'CannotChangeOwner',
    })
  })

  it('cannot create a second owner', async () => {
    for (const role of ['owner', 'admin', 'goalkeeper'])
      expect(await outcomeOf(changeRole(db(), nextClock(), actors.owner, { teamId: crew, userId: max }, { role: role as 'member' }))).toBe(
        'RoleNotGranted',
      )
    expect(await readRoles()).toEqual(initialRoles)
  })

  it('takes away the rights of the old role at once', async () => {
    await changeRole(db(), nextClock(), actors.owner, { teamId: crew, userId: omar }, { role: 'member' })
    expect(await outcomeOf(removeMember(db(), nextClock(), actors.organizer, crew, max))).toBe('NotAllowed')
  })
})

describe('Leaving', () => {
  it('is for everyone but the owner', async () => {
    await leaveTeam(db(), nextClock(), mia, crew)
    await leaveTeam(db(), nextClock(), omar, crew)
    expect(await outcomeOf(leaveTeam(db(), nextClock(), olga, crew))).toBe('OwnerCannotLeave')
    expect(await readRoles()).toEqual({ [olga]: 'owner', [max]: 'member' })
  })

  it('is refused to the owner, even if nobody else is in the team', async () => {
    for (const id of [mia, omar, max]) await leaveTeam(db(), nextClock(), id, crew)
    await expect(leaveTeam(db(), nextClock(), olga, crew)).rejects.toThrow('Hand the community over to someone else before you leave.')
    expect(await readRoles()).toEqual({ [olga]: 'owner' })
  })

  it('fails for an unknown team or a person who is not in it', async () => {
    expect(await outcomeOf(leaveTeam(db(), nextClock(), zoe, crew))).toBe('YouAreNotInTeam')
    expect(await outcomeOf(leaveTeam(db(), nextClock(), mia, 'no-team'))).toBe('TeamNotFound')
    await leaveTeam(db(), nextClock(), mia, crew)
    expect(await outcomeOf(leaveTeam(db(), nextClock(), mia, crew))).toBe('YouAreNotInTeam')
  })
})
