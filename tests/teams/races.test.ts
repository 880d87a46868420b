import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../worker/teams/acting.ts'
import { addMember, changeRole, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { deleteTeam, handOver } from '../../worker/teams/commands.ts'
import { findTeam } from '../../worker/teams/queries.ts'
import {
  addCrowd,
  addPeople,
  crew,
  crowd,
  db,
  ladder,
  max,
  mia,
  olga,
  omar,
  outcomeOf,
  ownersOf,
  startAnew,
  tick,
  whoIsIn,
  zoe,
} from './people.ts'

beforeEach(startAnew)

describe('A team has exactly one owner', () => {
  it('after 20 hand-overs at once, of which one succeeds', async () => {
    const heirs = crowd('heir', 20)
    await addCrowd(crew, heirs)
    const outcomes = await Promise.all(heirs.map((to) => outcomeOf(handOver(db(), ladder.owner, crew, { from: olga, to }))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'NotAllowed')).toHaveLength(19)
    expect(await ownersOf()).toEqual([heirs[outcomes.indexOf('ok')]])
    expect(await whoIsIn()).toMatchObject({ [olga]: 'organizer' })
  })

  it('after an admin and the owner hand it over at once', async () => {
    const outcomes = await Promise.all([
      outcomeOf(handOver(db(), ladder.owner, crew, { from: olga, to: mia })),
      outcomeOf(handOver(db(), ladder.admin, crew, { from: olga, to: max })),
    ])
    expect(outcomes).toEqual(['ok', 'TeamOwnerChanged'])
    expect(await ownersOf()).toEqual([mia])
  })

  it('after 20 hand-overs of a stranded team at once', async () => {
    await env.DB.prepare("DELETE FROM team_members WHERE role = 'owner'").run()
    const heirs = crowd('heir', 20)
    await addCrowd(crew, heirs)
    const outcomes = await Promise.all(heirs.map((to) => outcomeOf(handOver(db(), ladder.admin, crew, { from: null, to }))))
    expect(outcomes.toSorted()).toEqual([...Array(19).fill('TeamOwnerChanged'), 'ok'])
    expect(await ownersOf()).toHaveLength(1)
  })

  it('while it goes round and round, seen by a reader at every moment', async () => {
    const ring = [olga, omar, mia, max]
    let isGoing = true
    const seen: number[] = []
    const watch = (async () => {
      while (isGoing) seen.push((await ownersOf()).length)
    })()
    for (let i = 0; i < 24; i++) {
      const [from, to] = [ring[i % 4] ?? '', ring[(i + 1) % 4] ?? '']
      await handOver(db(), asPerson(from), crew, { from, to })
    }
    isGoing = false
    await watch
    expect(seen.length).toBeGreaterThan(3)
    expect(new Set(seen)).toEqual(new Set([1]))
    expect(await ownersOf()).toEqual([olga])
  })

  it('because the database itself refuses a second', async () => {
    const second = env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE user_id IN (?, ?)")
    await expect(second.bind(mia, max).run()).rejects.toThrow('UNIQUE')
    await expect(second.bind(mia, mia).run()).rejects.toThrow('UNIQUE')
  })

  it('even if the heir leaves, or is removed, at the same time', async () => {
    const ways = [
      { away: () => leaveTeam(db(), tick(), mia, crew), tooLate: 'OwnerCannotLeave' },
      { away: () => removeMember(db(), tick(), ladder.organizer, crew, mia), tooLate: 'OwnerStays' },
    ]
    for (const { away, tooLate } of ways) {
      for (const isHeirFirst of [true, false]) {
        await startAnew()
        const hand = () => outcomeOf(handOver(db(), ladder.owner, crew, { from: olga, to: mia }))
        const outcomes = await Promise.all(isHeirFirst ? [outcomeOf(away()), hand()] : [hand(), outcomeOf(away())])
        expect(outcomes).toEqual(isHeirFirst ? ['ok', 'NotInTeam'] : ['ok', tooLate])
        expect(await ownersOf()).toEqual([isHeirFirst ? olga : mia])
      }
    }
  })
})

describe('At the same time', () => {
  it('a person is added once', async () => {
    const added = await Promise.all(Array.from({ length: 20 }, () => addMember(db(), tick(), ladder.organizer, crew, zoe)))
    expect(added.filter(Boolean)).toHaveLength(1)
  })

  it('the last places are given once each', async () => {
    await addCrowd(crew, crowd('fan', 1993))
    const late = crowd('late', 20)
    await addPeople(late)
    const outcomes = await Promise.all(late.map((id) => outcomeOf(addMember(db(), tick(), ladder.owner, crew, id))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
    expect(Object.keys(await whoIsIn())).toHaveLength(2000)
  })

  it('an organizer who is being demoted removes nobody afterwards', async () => {
    const [demoted, removed] = await Promise.all([
      outcomeOf(changeRole(db(), ladder.owner, crew, omar, 'member')),
      outcomeOf(removeMember(db(), tick(), ladder.organizer, crew, max)),
    ])
    expect([demoted, removed]).toEqual(['ok', 'NotAllowed'])
    expect(await whoIsIn()).toMatchObject({ [max]: 'member' })
  })

  it('a team is deleted or handed over, and nobody is left in a deleted one', async () => {
    const [deleted, handedOver] = await Promise.all([
      outcomeOf(deleteTeam(db(), tick(), ladder.owner, crew)),
      outcomeOf(handOver(db(), ladder.owner, crew, { from: olga, to: mia })),
      outcomeOf(addMember(db(), tick(), ladder.organizer, crew, zoe)),
    ])
    // Whichever comes first, the other meets what it left.
    expect([
      ['ok', 'TeamNotFound'],
      ['NotAllowed', 'ok'],
    ]).toContainEqual([deleted, handedOver])
    const isDeleted = (await findTeam(db(), crew)) === null
    expect(isDeleted).toBe(deleted === 'ok')
    expect(await ownersOf()).toEqual(isDeleted ? [] : [mia])
    expect(Object.keys(await whoIsIn())).toHaveLength(isDeleted ? 0 : 5)
  })
})
