import { describe, expect, it } from 'vitest'
import { type CheckIn, type CheckInStorage, createCheckInQueue, type PendingCheckIn } from '../../web/events/check-in/check-in-queue.ts'

class Refused extends Error {}

const aCheckIn = (joinerId: string, at: number, more: Partial<PendingCheckIn> = {}): PendingCheckIn => ({
  eventId: 'game',
  joinerId,
  arrived: 1,
  isNoShow: false,
  isEarly: false,
  at,
  name: `Name of ${joinerId}`,
  ...more,
})

/** A device. Its storage survives when a page is closed. */
function createDevice() {
  const stored = new Map<string, string>()
  const storage: CheckInStorage = {
    list: () => [...stored],
    save: (key, value) => {
      stored.set(key, value)
      return true
    },
    remove: (key) => void stored.delete(key),
  }
  return { stored, storage }
}

/** Opens a page on a device, with a server that answers as the test decides. */
function openPage(storage: CheckInStorage, answer: (eventId: string, checkIns: CheckIn[]) => Promise<string[]>) {
  const calls: { eventId: string; ids: string[] }[] = []
  const unknown: string[] = []
  const refused: string[] = []
  const queue = createCheckInQueue({
    storage,
    send: async (eventId, checkIns) => {
      calls.push({ eventId, ids: checkIns.map(({ joinerId }) => joinerId) })
      return { unknown: await answer(eventId, checkIns), tooEarly: [] }
    },
    onSent: (_, _sent, none) => unknown.push(...none.unknown.map(({ name }) => name)),
    onRefused: (_, items) => refused.push(...items.map(({ name }) => name)),
    isFinal: (error) => error instanceof Refused,
  })
  return { queue, calls, unknown, refused }
}

const offline = async () => {
  throw new Error('no network')
}
const acceptAll = async () => []
const pendingIdsOf = (queue: ReturnType<typeof openPage>['queue']) => [...queue.getState().pending.keys()]

describe('the queue of check-ins', () => {
  it('keeps check-ins while offline, survives a reload, and sends them in one request', async () => {
    const { storage, stored } = createDevice()
    const first = openPage(storage, offline)
    first.queue.add(aCheckIn('a', 1))
    first.queue.add(aCheckIn('b', 2))
    await first.queue.flush()
    expect(first.queue.getState().hasSendFailed).toBe(true)
    expect(pendingIdsOf(first.queue)).toEqual(['a', 'b'])

    const second = openPage(storage, acceptAll)
    expect(pendingIdsOf(second.queue)).toEqual(['a', 'b'])
    await second.queue.flush()
    expect(second.calls).toEqual([{ eventId: 'game', ids: ['a', 'b'] }])
    expect(second.queue.getState()).toMatchObject({ hasSendFailed: false })
    expect(pendingIdsOf(second.queue)).toEqual([])
    expect(stored.size).toBe(0)
  })

  it('sends only the last check-in of each person', async () => {
    const { storage, stored } = createDevice()
    const sent: CheckIn[] = []
    const { queue } = openPage(storage, async (_, checkIns) => {
      sent.push(...checkIns)
      return []
    })
    queue.add(aCheckIn('a', 1, { arrived: 3 }))
    queue.add(aCheckIn('a', 2, { arrived: 2 }))
    expect(stored.size).toBe(1)
    await queue.flush()
    expect(sent).toEqual([{ joinerId: 'a', arrived: 2, at: 2, isNoShow: false, isEarly: false }])
  })

  it('does not lose a check-in that is added while one of the same person is being sent', async () => {
    const { storage } = createDevice()
    let answer: () => void = () => undefined
    const { queue, calls } = openPage(storage, () => new Promise((resolve) => (answer = () => resolve([]))))
    queue.add(aCheckIn('a', 1))
    const sending = queue.flush()
    queue.add(aCheckIn('a', 2, { arrived: 0 }))
    answer()
    await Promise.resolve()
    await expect.poll(() => calls.length).toBe(2)
    answer()
    await sending
    expect(calls.map(({ ids }) => ids)).toEqual([['a'], ['a']])
    expect(pendingIdsOf(queue)).toEqual([])
  })

  it('sends one request for each game, with up to 500 check-ins each', async () => {
    const { storage } = createDevice()
    const { queue, calls } = openPage(storage, acceptAll)
    for (let index = 0; index < 501; index++) queue.add(aCheckIn(`p${index}`, 1))
    queue.add(aCheckIn('other', 1, { eventId: 'another-game' }))
    await queue.flush()
    expect(calls.map(({ eventId, ids }) => [eventId, ids.length])).toEqual([
      ['game', 500],
      ['game', 1],
      ['another-game', 1],
    ])
  })

  it('reports the names of people that the server does not know or refuses', async () => {
    const { storage, stored } = createDevice()
    const pageWithUnknownJoiner = openPage(storage, async () => ['b'])
    pageWithUnknownJoiner.queue.add(aCheckIn('a', 1))
    pageWithUnknownJoiner.queue.add(aCheckIn('b', 1))
    await pageWithUnknownJoiner.queue.flush()
    expect(pageWithUnknownJoiner.unknown).toEqual(['Name of b'])

    const refusedPage = openPage(storage, async () => {
      throw new Refused()
    })
    refusedPage.queue.add(aCheckIn('c', 1))
    await refusedPage.queue.flush()
    expect(refusedPage.refused).toEqual(['Name of c'])
    // A refused check-in is deleted, because sending it again would never succeed.
    expect(stored.size).toBe(0)
  })

  it('sends a check-in once, even if two flushes start at the same time', async () => {
    const { storage } = createDevice()
    const { queue, calls } = openPage(storage, acceptAll)
    queue.add(aCheckIn('a', 1))
    await Promise.all([queue.flush(), queue.flush()])
    expect(calls).toHaveLength(1)
  })

  it('keeps check-ins in memory if the createDevice has no storage, and reports this', async () => {
    const noStorage: CheckInStorage = { list: () => [], save: () => false, remove: () => undefined }
    const { queue } = openPage(noStorage, acceptAll)
    queue.add(aCheckIn('a', 1))
    queue.reload()
    expect(queue.getState().isStored).toBe(false)
    expect(pendingIdsOf(queue)).toEqual(['a'])
    await queue.flush()
    expect(pendingIdsOf(queue)).toEqual([])
  })

  it('takes over check-ins of another tab, and ignores invalid entries', () => {
    const { storage, stored } = createDevice()
    const { queue } = openPage(storage, acceptAll)
    stored.set('game:x', 'not json')
    stored.set('game:y', '{"joinerId":"y"}')
    openPage(storage, acceptAll).queue.add(aCheckIn('a', 1))
    queue.reload()
    expect(pendingIdsOf(queue)).toEqual(['a'])
  })
})
