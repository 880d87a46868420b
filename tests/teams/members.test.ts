import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../worker/teams/acting.ts'
import { addMember, changeRole, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { deleteTeam } from '../../worker/teams/commands.ts'
import {
  addCrowd,
  addPeople,
  climb,
  crew,
  crowd,
  db,
  everyoneAsBefore,
  helpersOnly,
  ladder,
  max,
  mia,
  olga,
  omar,
  outcomeOf,
  startAnew,
  tick,
  whoIsIn,
  zoe,
} from './people.ts'

beforeEach(startAnew)

const ownerOnly = { ...helpersOnly, organizer: 'NotAllowed' }
const nobody = { ...ownerOnly, owner: 'OwnerStays', admin: 'OwnerStays', 'admin who plays here': 'OwnerStays' }

describe('Adding a member', () => {
  it('is for organizers, the owner and admins', async () => {
    expect(await climb((actor) => addMember(db(), tick(), actor, crew, zoe))).toEqual(helpersOnly)
  })

  it('finds nobody where there is no such person', async () => {
    expect(await outcomeOf(addMember(db(), tick(), ladder.owner, crew, 'nobody'))).toBe('NewMemberNotFound')
    expect(await outcomeOf(addMember(db(), tick(), ladder.outsider, crew, 'nobody'))).toBe('NotAllowed')
  })

  it('takes them in as a plain member, once', async () => {
    expect(await addMember(db(), tick(), ladder.organizer, crew, zoe)).toBe(true)
    expect(await addMember(db(), tick(), ladder.organizer, crew, zoe)).toBe(false)
    expect(await whoIsIn()).toEqual({ ...everyoneAsBefore, [zoe]: 'member' })
  })

  it('leaves the role of who is in already', async () => {
    expect(await addMember(db(), tick(), ladder.organizer, crew, olga)).toBe(false)
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
  })

  it('stops at two thousand, and says so', async () => {
    await addCrowd(crew, crowd('fan', 1995))
    expect(await addMember(db(), tick(), ladder.owner, crew, zoe)).toBe(true)
    await addPeople(['late'])
    await expect(addMember(db(), tick(), ladder.owner, crew, 'late')).rejects.toThrow('A community can have up to 2,000 members.')
    expect(await addMember(db(), tick(), ladder.owner, crew, mia)).toBe(false)
  })

  it('finds no team where there is none, whoever asks', async () => {
    for (const actor of Object.values(ladder)) expect(await outcomeOf(addMember(db(), tick(), actor, 'no-team', zoe))).toBe('TeamNotFound')
    await deleteTeam(db(), tick(), ladder.owner, crew)
    for (const actor of Object.values(ladder)) expect(await outcomeOf(addMember(db(), tick(), actor, crew, zoe))).toBe('TeamNotFound')
    expect(await whoIsIn()).toEqual({})
  })
})

describe('Removing a member', () => {
  it('is for organizers, the owner and admins', async () => {
    expect(await climb((actor) => removeMember(db(), tick(), actor, crew, max))).toEqual(helpersOnly)
    expect(await whoIsIn()).toEqual({ [olga]: 'owner', [omar]: 'organizer', [mia]: 'member' })
  })

  it('is for the owner and admins where it is an organizer', async () => {
    expect(await climb((actor) => removeMember(db(), tick(), actor, crew, omar))).toEqual(ownerOnly)
  })

  it('is for nobody where it is the owner', async () => {
    expect(await climb((actor) => removeMember(db(), tick(), actor, crew, olga))).toEqual({ ...nobody, organizer: 'OwnerStays' })
  })

  it('does not tell an outsider who is in the team', async () => {
    for (const target of [max, zoe, 'nobody'])
      expect(await outcomeOf(removeMember(db(), tick(), ladder.outsider, crew, target))).toBe('NotAllowed')
    expect(await outcomeOf(removeMember(db(), tick(), ladder.owner, crew, zoe))).toBe('NotInTeam')
  })

  it('stays in the team it was asked for', async () => {
    await env.DB.prepare(
      "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT 'other', name, description, NULL, creator_id, plan, 1, 1, NULL FROM teams",
    ).run()
    await addCrowd('other', [zoe], 'owner')
    await addCrowd('other', [max])
    expect(await outcomeOf(removeMember(db(), tick(), ladder.owner, 'other', max))).toBe('NotAllowed')
    await removeMember(db(), tick(), asPerson(zoe), 'other', max)
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
  })
})

describe('Changing a role', () => {
  it('is for the owner and admins', async () => {
    expect(await climb((actor) => changeRole(db(), actor, crew, max, 'organizer'))).toEqual(ownerOnly)
    expect(await whoIsIn()).toEqual({ ...everyoneAsBefore, [max]: 'organizer' })
    expect(await climb((actor) => changeRole(db(), actor, crew, omar, 'member'))).toEqual(ownerOnly)
    expect(await whoIsIn()).toEqual({ ...everyoneAsBefore, [omar]: 'member' })
  })

  it('cannot be done to the owner', async () => {
    expect(await climb((actor) => changeRole(db(), actor, crew, olga, 'member'))).toEqual(nobody)
  })

  it('cannot make an owner, whatever a caller sends', async () => {
    for (const role of ['owner', 'admin', 'coach'])
      expect(await outcomeOf(changeRole(db(), ladder.owner, crew, max, role as 'member'))).toBe('RoleNotGranted')
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
  })

  it('ends what the role allowed at once', async () => {
    await changeRole(db(), ladder.owner, crew, omar, 'member')
    expect(await outcomeOf(removeMember(db(), tick(), ladder.organizer, crew, max))).toBe('NotAllowed')
  })
})

describe('Leaving', () => {
  it('is for everyone but the owner', async () => {
    await leaveTeam(db(), tick(), mia, crew)
    await leaveTeam(db(), tick(), omar, crew)
    expect(await outcomeOf(leaveTeam(db(), tick(), olga, crew))).toBe('OwnerCannotLeave')
    expect(await whoIsIn()).toEqual({ [olga]: 'owner', [max]: 'member' })
  })

  it('is refused to the last owner even when alone', async () => {
    for (const id of [mia, omar, max]) await leaveTeam(db(), tick(), id, crew)
    await expect(leaveTeam(db(), tick(), olga, crew)).rejects.toThrow('Hand the community over to someone else before you leave.')
    expect(await whoIsIn()).toEqual({ [olga]: 'owner' })
  })

  it('needs a team, and to be in it', async () => {
    expect(await outcomeOf(leaveTeam(db(), tick(), zoe, crew))).toBe('YouAreNotInTeam')
    expect(await outcomeOf(leaveTeam(db(), tick(), mia, 'no-team'))).toBe('TeamNotFound')
    await leaveTeam(db(), tick(), mia, crew)
    expect(await outcomeOf(leaveTeam(db(), tick(), mia, crew))).toBe('YouAreNotInTeam')
  })
})
