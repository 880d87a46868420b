import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliverNotices, holdQueues } from '../notifications/post-office.ts'
import { befriend, enter, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { actOn, cancel, change, join, leave, putUp, statesOf, toldOf } from './games.ts'

collectLog()
const office = holdQueues()

/** Noon in Austin: by day, when seats are offered. */
const noon = Date.UTC(2026, 10, 25, 18)

let [host, co, ana, bo] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  ;[host, co, ana, bo] = (await Promise.all(['host', 'co', 'ana', 'bo'].map((id) => enter(id)))) as [Person, Person, Person, Person]
  await befriend('host', 'co')
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const expectStates = (id: string, ...states: string[]) => vi.waitFor(async () => expect(await statesOf(id)).toEqual(states))
const takeSeat = (person: Person, id: string) => person.ask(`/api/events/${id}/me/take`, { method: 'POST' })

/** A full game in which `bo` waited and now has an offer. */
async function offerToBo(): Promise<string> {
  const id = await putUp(host, { capacity: 1 })
  await join(ana, id)
  await join(bo, id, { orWait: true })
  await leave(ana, id)
  await expectStates(id, 'ana left', 'bo offered')
  return id
}

describe('What no longer holds when it is delivered is told to nobody:', () => {
  it('that someone joined who has left', async () => {
    const id = await putUp(host)
    await join(ana, id)
    await join(bo, id)
    await leave(bo, id)
    expect(await toldOf(id, host)).toEqual([['Name of ana joined Open play']])
  })

  it('that someone would like to join who was let in', async () => {
    const id = await putUp(host, { needsApproval: true, coHosts: ['co'] })
    await join(ana, id)
    await join(bo, id)
    expect((await actOn(host, id, 'ana', 'approve')).status).toBe(204)
    expect(await toldOf(id, co, ana)).toEqual([
      ['Name of bo would like to join Open play', 'Name of host made you a host of Open play'],
      ['You are in: Open play'],
    ])
  })

  it('what hosts decided before they decided something else', async () => {
    const id = await putUp(host, { needsApproval: true })
    await join(ana, id)
    await actOn(host, id, 'ana', 'approve')
    await actOn(host, id, 'ana', 'remove')
    expect(await toldOf(id, ana)).toEqual([['You are no longer in Open play']])
  })

  it('an offer that was answered', async () => {
    const id = await offerToBo()
    expect((await takeSeat(bo, id)).status).toBe(200)
    expect(await toldOf(id, bo, host)).toEqual([[], ['Name of bo waits for a seat at Open play']])
  })

  it('that an offer is over to whoever is in line again', async () => {
    const id = await offerToBo()
    await deliverNotices()
    vi.setSystemTime(Date.now() + 3 * 3_600_000)
    expect((await join(bo, id, { orWait: true })).status).toBe(200)
    expect(await toldOf(id, bo)).toEqual([['It is your turn at Open play']])
  })

  it('an invitation to a game that was called off, and the role in one that was taken back', async () => {
    const id = await putUp(host, { coHosts: ['co'] })
    expect((await host.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['ana'] } })).status).toBe(200)
    expect((await change(host, id, { coHosts: [] })).status).toBe(204)
    expect((await cancel(host, id)).status).toBe(204)
    await vi.waitFor(() => expect(office.notices.map(({ body }) => body.fact?.kind).toSorted()).toEqual(['co-host-added', 'event-invited']))
    expect(await toldOf(id, ana, co)).toEqual([[], []])
  })
})

describe('Names and titles are told as they are when they are delivered:', () => {
  it('a game that was renamed', async () => {
    const id = await putUp(host, { needsApproval: true })
    await join(ana, id)
    expect((await change(host, id, { needsApproval: true, title: 'Evening play' })).status).toBe(204)
    await actOn(host, id, 'ana', 'refuse')
    expect(await toldOf(id, ana)).toEqual([['Evening play has no place for you this time']])
  })
})
