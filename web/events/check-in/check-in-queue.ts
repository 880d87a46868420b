import type { CheckIns } from '../../../domain/events/manage-contract.ts'

/** What the server is told of one entry. The latest word counts. */
export type CheckIn = Required<CheckIns['checkIns'][number]>

/** A word at the gate that has not reached the server. The name is for telling whom it was about, should it be refused. */
export type Waiting = CheckIn & { eventId: string; name: string }

/** Where words outlive the page: one place for each entry, so that two tabs never write over each other's. */
export type Shelf = {
  list: () => [key: string, value: string][]
  /** False where this device keeps nothing. */
  put: (key: string, value: string) => boolean
  drop: (key: string) => void
}

export type QueueState = {
  /** By entry. */
  waiting: ReadonlyMap<string, Waiting>
  /** The last try did not get through. */
  isStuck: boolean
  /** False: they live as long as this page, and no longer. */
  isKept: boolean
}

type QueueSettings = {
  shelf: Shelf
  send: (eventId: string, checkIns: CheckIn[]) => Promise<{ unknown: string[] }>
  /** Called before they leave the queue, so that nobody is out for a moment who is in. */
  onSent: (eventId: string, sent: Waiting[], unknown: Waiting[]) => void
  /** The server will never take these. */
  onRefused: (eventId: string, refused: Waiting[], error: unknown) => void
  /** Whether trying again is of no use. */
  isFinal: (error: unknown) => boolean
}

const most = 500
const keyOf = ({ eventId, joinerId }: Pick<Waiting, 'eventId' | 'joinerId'>) => `${eventId}:${joinerId}`

function parse(text: string): Waiting | null {
  try {
    const { eventId, joinerId, arrived, at, isNoShow, name } = JSON.parse(text) as Waiting
    const isWhole = [eventId, joinerId, name].every((word) => typeof word === 'string') && Number.isInteger(arrived) && Number.isInteger(at)
    return isWhole ? { eventId, joinerId, arrived, at, isNoShow: isNoShow === true, name } : null
  } catch {
    return null
  }
}

/** Takes words at once, network or not, and sends them when it can: each at least once, which the server takes as once. */
export function createCheckInQueue({ shelf, send, onSent, onRefused, isFinal }: QueueSettings) {
  const listeners = new Set<() => void>()
  let state: QueueState = { waiting: load(), isStuck: false, isKept: true }
  let sending: Promise<void> | null = null

  function load(): Map<string, Waiting> {
    const entries = shelf.list().flatMap(([, value]) => {
      const item = parse(value)
      return item ? [[item.joinerId, item] as const] : []
    })
    return new Map(entries)
  }
  const become = (change: Partial<QueueState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function add(item: Waiting): void {
    const isKept = shelf.put(keyOf(item), JSON.stringify(item))
    become({ waiting: new Map(state.waiting).set(item.joinerId, item), isKept })
  }

  /** What was said anew while these were on their way stays. */
  function drop(items: readonly Waiting[]): void {
    const left = new Map(state.waiting)
    for (const item of items) {
      if (left.get(item.joinerId)?.at !== item.at) continue
      left.delete(item.joinerId)
      shelf.drop(keyOf(item))
    }
    become({ waiting: left })
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const [first] = state.waiting.values()
      if (!first) return become({ isStuck: false })
      const { eventId } = first
      const items = [...state.waiting.values()].filter((item) => item.eventId === eventId).slice(0, most)
      try {
        const { unknown } = await send(
          eventId,
          items.map(({ joinerId, arrived, at, isNoShow }) => ({ joinerId, arrived, at, isNoShow })),
        )
        onSent(
          eventId,
          items,
          items.filter(({ joinerId }) => unknown.includes(joinerId)),
        )
      } catch (error) {
        if (!isFinal(error)) return become({ isStuck: true })
        onRefused(eventId, items, error)
      }
      drop(items)
    }
  }

  return {
    add,
    /** One at a time: what comes meanwhile goes with it. */
    flush: (): Promise<void> => {
      sending ??= sendAll().finally(() => {
        sending = null
      })
      return sending
    },
    /** Another tab took from the shelf, or put onto it. */
    reload: () => {
      if (state.isKept) become({ waiting: load() })
    },
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
