import type { CheckIns, CheckInsAnswer } from '../../../domain/events/manage-contract.ts'

/** One check-in of one joiner, as the server takes it. For each joiner the latest one counts. */
export type CheckIn = Required<CheckIns['checkIns'][number]>

/** A check-in that has not reached the server. It includes the name, so that we can tell the host who it was if the server refuses it. */
export type PendingCheckIn = CheckIn & { eventId: string; name: string }

/** Keeps pending check-ins after the page is closed. Each joiner has a key of its own, so that two tabs do not overwrite each other's check-ins. */
export type CheckInStorage = {
  list: () => [key: string, value: string][]
  /** False if the browser could not store it. */
  save: (key: string, value: string) => boolean
  remove: (key: string) => void
}

export type QueueState = {
  /** By the id of the joiner. */
  pending: ReadonlyMap<string, PendingCheckIn>
  /** Whether the last attempt to send failed. */
  hasSendFailed: boolean
  /** False if the browser could not store them: then they are lost when the page is closed. */
  isStored: boolean
}

type QueueSettings = {
  storage: CheckInStorage
  send: (eventId: string, checkIns: CheckIn[]) => Promise<CheckInsAnswer>
  /** Called before they leave the queue, so that a player who was checked in never shows as missing in between. */
  onSent: (eventId: string, sent: PendingCheckIn[], refused: { unknown: PendingCheckIn[]; tooEarly: PendingCheckIn[] }) => void
  /** Called for check-ins that the server will never accept. */
  onRefused: (eventId: string, refused: PendingCheckIn[], error: unknown) => void
  /** Whether another attempt would fail in the same way. */
  isFinal: (error: unknown) => boolean
}

const maxCheckInsPerRequest = 500
const getStorageKey = ({ eventId, joinerId }: Pick<PendingCheckIn, 'eventId' | 'joinerId'>) => `${eventId}:${joinerId}`

function parseCheckIn(text: string): PendingCheckIn | null {
  try {
    const { eventId, joinerId, arrived, at, isNoShow, isEarly, name } = JSON.parse(text) as PendingCheckIn
    const isComplete =
      [eventId, joinerId, name].every((text) => typeof text === 'string') && Number.isInteger(arrived) && Number.isInteger(at)
    return isComplete ? { eventId, joinerId, arrived, at, isNoShow: isNoShow === true, isEarly: isEarly === true, name } : null
  } catch {
    return null
  }
}

/**
 * Accepts check-ins at once, online or offline, and sends them when it can. A check-in may be sent twice; the server
 * accepts the second copy without changing anything.
 */
export function createCheckInQueue({ storage, send, onSent, onRefused, isFinal }: QueueSettings) {
  const listeners = new Set<() => void>()
  let state: QueueState = { pending: loadPending(), hasSendFailed: false, isStored: true }
  let sending: Promise<void> | null = null

  function loadPending(): Map<string, PendingCheckIn> {
    const entries = storage.list().flatMap(([, value]) => {
      const item = parseCheckIn(value)
      return item ? [[item.joinerId, item] as const] : []
    })
    return new Map(entries)
  }
  const setState = (change: Partial<QueueState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function add(item: PendingCheckIn): void {
    const isStored = storage.save(getStorageKey(item), JSON.stringify(item))
    setState({ pending: new Map(state.pending).set(item.joinerId, item), isStored })
  }

  /** Keeps a newer check-in of the same joiner that was added while these were being sent. */
  function remove(items: readonly PendingCheckIn[]): void {
    const remaining = new Map(state.pending)
    for (const item of items) {
      if (remaining.get(item.joinerId)?.at !== item.at) continue
      remaining.delete(item.joinerId)
      storage.remove(getStorageKey(item))
    }
    setState({ pending: remaining })
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const [first] = state.pending.values()
      if (!first) return setState({ hasSendFailed: false })
      const { eventId } = first
      const items = [...state.pending.values()].filter((item) => item.eventId === eventId).slice(0, maxCheckInsPerRequest)
      try {
        const { unknown, tooEarly } = await send(
          eventId,
          items.map(({ joinerId, arrived, at, isNoShow, isEarly }) => ({ joinerId, arrived, at, isNoShow, isEarly })),
        )
        onSent(eventId, items, {
          unknown: items.filter(({ joinerId }) => unknown.includes(joinerId)),
          tooEarly: items.filter(({ joinerId }) => tooEarly.includes(joinerId)),
        })
      } catch (error) {
        if (!isFinal(error)) return setState({ hasSendFailed: true })
        onRefused(eventId, items, error)
      }
      remove(items)
    }
  }

  return {
    add,
    /** Sends all pending check-ins. While a send is running, a second call joins it, and check-ins added meanwhile are sent too. */
    flush: (): Promise<void> => {
      sending ??= sendAll().finally(() => {
        sending = null
      })
      return sending
    },
    /** Reads the storage again after another tab has changed it. */
    reload: () => {
      if (state.isStored) setState({ pending: loadPending() })
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
