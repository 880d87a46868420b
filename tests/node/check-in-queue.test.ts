import { describe, expect, it } from 'vitest'
import { type CheckIn, createCheckInQueue, type Shelf, type Waiting } from '../../web/events/check-in/check-in-queue.ts'

class Refused extends Error {}

const said = (joinerId: string, at: number, more: Partial<Waiting> = {}): Waiting => ({
  eventId: 'game',
  joinerId,
  arrived: 1,
  isNoShow: false,
  at,
  name: `Name of ${joinerId}`,
  ...more,
})

/** A device: what is on its shelf outlives every page. */
function device() {
  const kept = new Map<string, string>()
  const shelf: Shelf = {
    list: () => [...kept],
    put: (key, value) => {
      kept.set(key, value)
      return true
    },
    drop: (key) => void kept.delete(key),
  }
  return { kept, shelf }
}

/** A page opened on a device, before a server that answers as it is told. */
function open(shelf: Shelf, answer: (eventId: string, checkIns: CheckIn[]) => Promise<string[]>) {
  const calls: { eventId: string; ids: string[] }[] = []
  const unknown: string[] = []
  const refused: string[] = []
  const queue = createCheckInQueue({
    shelf,
    send: async (eventId, checkIns) => {
      calls.push({ eventId, ids: checkIns.map(({ joinerId }) => joinerId) })
      return { unknown: await answer(eventId, checkIns) }
    },
    onSent: (_, _sent, none) => unknown.push(...none.map(({ name }) => name)),
    onRefused: (_, items) => refused.push(...items.map(({ name }) => name)),
    isFinal: (error) => error instanceof Refused,
  })
  return { queue, calls, unknown, refused }
}

const offline = async () => {
  throw new Error('no network')
}
const takesAll = async () => []
const waitingIn = (queue: ReturnType<typeof open>['queue']) => [...queue.getState().waiting.keys()]

describe('what was said at the gate', () => {
  it('waits while there is no network, outlives the page, and goes in one piece', async () => {
    const { shelf, kept } = device()
    const first = open(shelf, offline)
    first.queue.add(said('a', 1))
    first.queue.add(said('b', 2))
    await first.queue.flush()
    expect(first.queue.getState().isStuck).toBe(true)
    expect(waitingIn(first.queue)).toEqual(['a', 'b'])

    const second = open(shelf, takesAll)
    expect(waitingIn(second.queue)).toEqual(['a', 'b'])
    await second.queue.flush()
    expect(second.calls).toEqual([{ eventId: 'game', ids: ['a', 'b'] }])
    expect(second.queue.getState()).toMatchObject({ isStuck: false })
    expect(waitingIn(second.queue)).toEqual([])
    expect(kept.size).toBe(0)
  })

  it('is one word for each person, the last', async () => {
    const { shelf, kept } = device()
    const sent: CheckIn[] = []
    const { queue } = open(shelf, async (_, checkIns) => {
      sent.push(...checkIns)
      return []
    })
    queue.add(said('a', 1, { arrived: 3 }))
    queue.add(said('a', 2, { arrived: 2 }))
    expect(kept.size).toBe(1)
    await queue.flush()
    expect(sent).toEqual([{ joinerId: 'a', arrived: 2, at: 2, isNoShow: false }])
  })

  it('is not lost when it is said while the same person is on the way', async () => {
    const { shelf } = device()
    let answer: () => void = () => undefined
    const { queue, calls } = open(shelf, () => new Promise((resolve) => (answer = () => resolve([]))))
    queue.add(said('a', 1))
    const sending = queue.flush()
    queue.add(said('a', 2, { arrived: 0 }))
    answer()
    await Promise.resolve()
    await expect.poll(() => calls.length).toBe(2)
    answer()
    await sending
    expect(calls.map(({ ids }) => ids)).toEqual([['a'], ['a']])
    expect(waitingIn(queue)).toEqual([])
  })

  it('is sent game by game, and at most 500 at a time', async () => {
    const { shelf } = device()
    const { queue, calls } = open(shelf, takesAll)
    for (let index = 0; index < 501; index++) queue.add(said(`p${index}`, 1))
    queue.add(said('other', 1, { eventId: 'another-game' }))
    await queue.flush()
    expect(calls.map(({ eventId, ids }) => [eventId, ids.length])).toEqual([
      ['game', 500],
      ['game', 1],
      ['another-game', 1],
    ])
  })

  it('is told by name where the server does not know it, or will not have it', async () => {
    const { shelf, kept } = device()
    const strange = open(shelf, async () => ['b'])
    strange.queue.add(said('a', 1))
    strange.queue.add(said('b', 1))
    await strange.queue.flush()
    expect(strange.unknown).toEqual(['Name of b'])

    const notMine = open(shelf, async () => {
      throw new Refused()
    })
    notMine.queue.add(said('c', 1))
    await notMine.queue.flush()
    expect(notMine.refused).toEqual(['Name of c'])
    // Asked for ever, it would never go.
    expect(kept.size).toBe(0)
  })

  it('is sent once though two ask for it at the same moment', async () => {
    const { shelf } = device()
    const { queue, calls } = open(shelf, takesAll)
    queue.add(said('a', 1))
    await Promise.all([queue.flush(), queue.flush()])
    expect(calls).toHaveLength(1)
  })

  it('lives as long as the page where the device keeps nothing, and says so', async () => {
    const nothing: Shelf = { list: () => [], put: () => false, drop: () => undefined }
    const { queue } = open(nothing, takesAll)
    queue.add(said('a', 1))
    queue.reload()
    expect(queue.getState().isKept).toBe(false)
    expect(waitingIn(queue)).toEqual(['a'])
    await queue.flush()
    expect(waitingIn(queue)).toEqual([])
  })

  it('of another tab is taken over, and junk is passed by', () => {
    const { shelf, kept } = device()
    const { queue } = open(shelf, takesAll)
    kept.set('game:x', 'not json')
    kept.set('game:y', '{"joinerId":"y"}')
    open(shelf, takesAll).queue.add(said('a', 1))
    queue.reload()
    expect(waitingIn(queue)).toEqual(['a'])
  })
})
