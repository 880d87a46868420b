import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { changeRole } from '../../worker/teams/change-roles.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { handOver } from '../../worker/teams/hand-over.ts'
import { findTeam } from '../../worker/teams/queries.ts'
import {
  actors,
  addCrowd,
  addPeople,
  crew,
  crowd,
  db,
  max,
  mia,
  nextClock,
  olga,
  omar,
  outcomeOf,
  ownersOf,
  readRoles,
  resetTeam,
  zoe,
} from './people.ts'

beforeEach(resetTeam)

describe('A team has exactly one owner', () => {
  it('after 20 hand-overs at once, and only one succeeds', async () => {
    const candidates = crowd('candidate', 20)
    await addCrowd(crew, candidates)
    const outcomes = await Promise.all(
      candidates.map((to) => outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to }))),
    )
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'NotAllowed')).toHaveLength(19)
    expect(await ownersOf()).toEqual([candidates[outcomes.indexOf('ok')]])
    expect(await readRoles()).toMatchObject({ [olga]: 'organizer' })
  })

  it('after an admin and the owner hand it over at once', async () => {
    const outcomes = await Promise.all([
      outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: mia })),
      outcomeOf(handOver(db(), nextClock(), actors.admin, crew, { from: olga, to: max })),
    ])
    expect(outcomes).toEqual(['ok', 'TeamOwnerChanged'])
    expect(await ownersOf()).toEqual([mia])
  })

  it('after 20 hand-overs of a team without an owner at once', async () => {
    await env.DB.prepare("DELETE FROM team_members WHERE role = 'owner'").run()
    const candidates = crowd('candidate', 20)
    await addCrowd(crew, candidates)
    const outcomes = await Promise.all(
      candidates.map((to) => outcomeOf(handOver(db(), nextClock(), actors.admin, crew, { from: null, to }))),
    )
    expect(outcomes.toSorted()).toEqual([...Array(19).fill('TeamOwnerChanged'), 'ok'])
    expect(await ownersOf()).toHaveLength(1)
  })

  it('at every moment while it is handed over again and again', async () => {
    const ownersInTurn = [olga, omar, mia, max]
    let isGoing = true
    const seen: number[] = []
    const watch = (async () => {
      while (isGoing) seen.push((await ownersOf()).length)
    })()
    for (let i = 0; i < 24; i++) {
      const [from, to] = [ownersInTurn[i % 4] ?? '', ownersInTurn[(i + 1) % 4] ?? '']
      await handOver(db(), nextClock(), asPerson(from), crew, { from, to })
    }
    isGoing = false
    await watch
    expect(seen.length).toBeGreaterThan(3)
    expect(new Set(seen)).toEqual(new Set([1]))
    expect(await ownersOf()).toEqual([olga])
  })

  it('because the database refuses a second one', async () => {
    const second = env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE user_id IN (?, ?)")
    await expect(second.bind(mia, max).run()).rejects.toThrow('UNIQUE')
    await expect(second.bind(mia, mia).run()).rejects.toThrow('UNIQUE')
  })

  it('even if the new owner leaves or is removed at the same time', async () => {
    const departures = [
      { depart: () => leaveTeam(db(), nextClock(), mia, crew), tooLate: 'OwnerCannotLeave' },
      { depart: () => removeMember(db(), nextClock(), actors.organizer, crew, mia), tooLate: 'CannotChangeOwner' },
    ]
    for (const { depart, tooLate } of departures) {
      for (const isDepartureFirst of [true, false]) {
        await resetTeam()
        const handOverToMia = () => outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: mia }))
        const outcomes = await Promise.all(
          isDepartureFirst ? [outcomeOf(depart()), handOverToMia()] : [handOverToMia(), outcomeOf(depart())],
        )
        expect(outcomes).toEqual(isDepartureFirst ? ['ok', 'NotInTeam'] : ['ok', tooLate])
        expect(await ownersOf()).toEqual([isDepartureFirst ? olga : mia])
      }
    }
  })
})

describe('At the same time', () => {
  it('a person is added once', async () => {
    const added = await Promise.all(Array.from({ length: 20 }, () => addMember(db(), nextClock(), actors.organizer, crew, zoe)))
    expect(added.filter(Boolean)).toHaveLength(1)
  })

  it('the limit of members is not exceeded', async () => {
    await addCrowd(crew, crowd('fan', 23))
    const late = crowd('late', 20)
    await addPeople(late)
    const outcomes = await Promise.all(late.map((id) => outcomeOf(addMember(db(), nextClock(), actors.owner, crew, id))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
    expect(Object.keys(await readRoles())).toHaveLength(30)
  })

  it('a demoted organizer can no longer remove members', async () => {
    const [demoted, removed] = await Promise.all([
      outcomeOf(changeRole(db(), nextClock(), actors.owner, { teamId: crew, userId: omar }, { role: 'member' })),
      outcomeOf(removeMember(db(), nextClock(), actors.organizer, crew, max)),
    ])
    expect([demoted, removed]).toEqual(['ok', 'NotAllowed'])
    expect(await readRoles()).toMatchObject({ [max]: 'member' })
  })

  it('a team is either deleted or handed over, and a deleted team has no members', async () => {
    const [deleted, handedOver] = await Promise.all([
      outcomeOf(deleteTeam(db(), nextClock(), actors.owner, crew)),
      outcomeOf(handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: mia })),
      outcomeOf(addMember(db(), nextClock(), actors.organizer, crew, zoe)),
    ])
    // The first command wins, and the second one fails because of it.
    expect([
      ['ok', 'TeamNotFound'],
      ['NotAllowed', 'ok'],
    ]).toContainEqual([deleted, handedOver])
    const isDeleted = (await findTeam(db(), crew)) === null
    expect(isDeleted).toBe(deleted === 'ok')
    expect(await ownersOf()).toEqual(isDeleted ? [] : [mia])
    expect(Object.keys(await readRoles())).toHaveLength(isDeleted ? 0 : 5)
  })
})
