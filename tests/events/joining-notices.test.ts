import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'
import { actOn, cancel, change, join, leave, noticeTitlesOf, publishGame, statesOf } from './games.ts'

collectLog()
const queues = holdQueues()

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

/** Makes a full game in which `bo` waited and now has an offer. */
async function offerToBo(): Promise<string> {
  const id = await publishGame(host, { capacity: 1 })
  await join(ana, id)
  await join(bo, id, { orWait: true })
  await leave(ana, id)
  await expectStates(id, 'ana left', 'bo offered')
  return id
}

describe('A notice that is no longer true when it is delivered is sent to nobody:', () => {
  it('somebody joined, but has left', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    await join(bo, id)
    await leave(bo, id)
    expect(await noticeTitlesOf(id, host)).toEqual([['Name of ana joined Open play']])
  })

  it('somebody asked to join, but was approved', async () => {
    const id = await publishGame(host, { needsApproval: true, coHosts: ['co'] })
    await join(ana, id)
    await join(bo, id)
    expect((await actOn(host, id, 'ana', 'approve')).status).toBe(204)
    expect(await noticeTitlesOf(id, co, ana)).toEqual([['Name of bo would like to join Open play'], ['You are in: Open play']])
  })

  it('a host decided something, but changed their mind', async () => {
    const id = await publishGame(host, { needsApproval: true })
    await join(ana, id)
    await actOn(host, id, 'ana', 'approve')
    await actOn(host, id, 'ana', 'remove')
    expect(await noticeTitlesOf(id, ana)).toEqual([['You were removed from Open play']])
  })

  it('an offer was made, but is answered', async () => {
    const id = await offerToBo()
    expect((await takeSeat(bo, id)).status).toBe(200)
    expect(await noticeTitlesOf(id, bo, host)).toEqual([[], ['Name of bo joined the waitlist for Open play']])
  })

  it('an offer expired, but the person joined the waitlist again', async () => {
    const id = await offerToBo()
    await deliverNotices()
    vi.setSystemTime(Date.now() + 3 * 3_600_000)
    expect((await join(bo, id, { orWait: true })).status).toBe(200)
    expect(await noticeTitlesOf(id, bo)).toEqual([['A seat is free for you: Open play']])
  })

  it('an invitation to a cancelled game, and an invitation to co-host that was taken back', async () => {
    const id = await publishGame(host, { coHosts: ['co'] }, { coHostsAccept: false })
    expect((await host.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['ana'] } })).status).toBe(200)
    expect((await change(host, id, { coHosts: [] })).status).toBe(204)
    expect((await cancel(host, id)).status).toBe(204)
    const kinds = () => queues.notices.map(({ body }) => body.fact.kind)
    await vi.waitFor(() => expect(kinds()).toEqual(expect.arrayContaining(['co-host-asked', 'event-invited', 'event-cancelled'])))
    expect(await noticeTitlesOf(id, ana, co)).toEqual([[], []])
  })
})

describe('A notice has the names and titles of the moment when it is delivered:', () => {
  it('the new title of a renamed game', async () => {
    const id = await publishGame(host, { needsApproval: true })
    await join(ana, id)
    expect((await change(host, id, { needsApproval: true, title: 'Evening play' })).status).toBe(204)
    await actOn(host, id, 'ana', 'refuse')
    expect(await noticeTitlesOf(id, ana)).toEqual([['Your request to join Evening play was declined']])
  })
})
