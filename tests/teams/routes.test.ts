import { beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { ask, readProblem } from '../setup/client.ts'
import { crew, initialRoles, max, mia, olga, omar, readRoles, resetTeam, zoe } from './people.ts'

beforeEach(resetTeam)

const as = (id: string): { viewer: Viewer } => ({ viewer: { id, name: id, emailVerified: true, profileComplete: true } })

/** Sends a request as each kind of person, each time with a reset team, and returns the statuses. */
async function tryAsEach(send: (who: { viewer?: Viewer }) => Promise<Response>) {
  const people = { stranger: {}, outsider: as(zoe), member: as(mia), organizer: as(omar), owner: as(olga) }
  const statuses: Record<string, number> = {}
  for (const [name, who] of Object.entries(people)) {
    await resetTeam()
    statuses[name] = (await send(who)).status
    if (statuses[name] >= 400) expect(await readRoles(), name).toEqual(initialRoles)
  }
  return statuses
}

const handOver = (who: { viewer?: Viewer }, to: string, team: string = crew) =>
  ask(`/api/teams/${team}/hand-over`, { ...who, method: 'POST', json: { to } })
const acceptHandOver = (who: { viewer?: Viewer }) => ask(`/api/teams/${crew}/hand-over/accept`, { ...who, method: 'POST' })
const deleteTeam = (who: { viewer?: Viewer }, team: string = crew) =>
  ask(`/api/teams/${team}?name=Court Crew`, { ...who, method: 'DELETE' })
const leave = (who: { viewer?: Viewer }, team: string = crew) => ask(`/api/teams/${team}/members/me`, { ...who, method: 'DELETE' })

describe('Handing a team over', () => {
  it('is only for the owner', async () => {
    expect(await tryAsEach((who) => handOver(who, max))).toEqual({ stranger: 401, outsider: 404, member: 403, organizer: 403, owner: 204 })
    expect(await readRoles()).toEqual(initialRoles)
    expect((await acceptHandOver(as(max))).status).toBe(204)
    expect(await readRoles()).toEqual({ ...initialRoles, [olga]: 'organizer', [max]: 'owner' })
  })

  it('only works for another member', async () => {
    expect(await readProblem(await handOver(as(olga), zoe))).toMatchObject({
      code: 'NotInTeam',
      title: 'This person is not in this community.',
    })
    expect((await handOver(as(olga), olga)).status).toBe(409)
    expect((await handOver(as(olga), 'nobody')).status).toBe(404)
    expect((await handOver(as(olga), mia, 'no-such-team')).status).toBe(404)
    expect(await readRoles()).toEqual(initialRoles)
  })
})

describe('Deleting a team', () => {
  it('is only for the owner, and removes all members', async () => {
    expect(await tryAsEach((who) => deleteTeam(who))).toEqual({ stranger: 401, outsider: 404, member: 403, organizer: 403, owner: 204 })
    expect(await readRoles()).toEqual({})
    expect((await deleteTeam(as(olga))).status).toBe(404)
  })
})

describe('Leaving a team', () => {
  it('is for everyone but the owner', async () => {
    expect(await tryAsEach((who) => leave(who))).toEqual({ stranger: 401, outsider: 404, member: 204, organizer: 204, owner: 409 })
  })
})
