import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { ask, readProblem } from '../setup/client.ts'
import { crew, everyoneAsBefore, max, mia, olga, omar, startAnew, whoIsIn, zoe } from './people.ts'

beforeEach(startAnew)

const as = (id: string): { viewer: Viewer } => ({ viewer: { id, name: id, emailVerified: true, profileComplete: true } })

/** What each kind of person is answered, each in a crew of its own. An operator's token opens none of these. */
async function climb(send: (who: { viewer?: Viewer }) => Promise<Response>) {
  const rungs = { stranger: {}, outsider: as(zoe), member: as(mia), organizer: as(omar), owner: as(olga) }
  const statuses: Record<string, number> = {}
  for (const [rung, who] of Object.entries(rungs)) {
    await startAnew()
    statuses[rung] = (await send(who)).status
    if (statuses[rung] >= 400) expect(await whoIsIn(), rung).toEqual(everyoneAsBefore)
  }
  return statuses
}

const handOver = (who: { viewer?: Viewer }, to: string, team: string = crew) =>
  ask(`/api/teams/${team}/hand-over`, { ...who, method: 'POST', json: { to } })
const end = (who: { viewer?: Viewer }, team: string = crew) => ask(`/api/teams/${team}`, { ...who, method: 'DELETE' })
const leave = (who: { viewer?: Viewer }, team: string = crew) => ask(`/api/teams/${team}/members/me`, { ...who, method: 'DELETE' })

describe('Handing a team over', () => {
  it('is the owner’s to do', async () => {
    expect(await climb((who) => handOver(who, max))).toEqual({ stranger: 401, outsider: 403, member: 403, organizer: 403, owner: 204 })
    expect(await whoIsIn()).toEqual({ ...everyoneAsBefore, [olga]: 'organizer', [max]: 'owner' })
  })

  it('goes to a member only, and not to oneself', async () => {
    expect(await readProblem(await handOver(as(olga), zoe))).toMatchObject({ code: 'NotInTeam', title: 'They are not in this community.' })
    expect((await handOver(as(olga), olga)).status).toBe(409)
    expect((await handOver(as(olga), 'nobody')).status).toBe(404)
    expect((await handOver(as(olga), mia, 'no-such-team')).status).toBe(404)
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
  })
})

describe('Deleting a team', () => {
  it('is the owner’s to do, and everyone is out of it', async () => {
    expect(await climb((who) => end(who))).toEqual({ stranger: 401, outsider: 403, member: 403, organizer: 403, owner: 204 })
    expect(await whoIsIn()).toEqual({})
    expect((await end(as(olga))).status).toBe(404)
  })

  it('waits until its plan has ended', async () => {
    await env.DB.prepare("UPDATE teams SET plan = 'PRO' WHERE id = ?").bind(crew).run()
    expect((await end(as(olga))).status).toBe(409)
    expect(await whoIsIn()).toEqual(everyoneAsBefore)
  })
})

describe('Leaving a team', () => {
  it('is everyone’s but the owner’s', async () => {
    expect(await climb((who) => leave(who))).toEqual({ stranger: 401, outsider: 404, member: 204, organizer: 204, owner: 409 })
  })
})
