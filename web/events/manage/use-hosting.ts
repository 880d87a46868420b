import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { checkInOpensAt } from '../../../domain/events/check-in-rules.ts'
import type { ManagedEvent } from '../../../domain/events/manage-contract.ts'
import { useViewer } from '../../app-state.ts'
import { useOnline } from '../../shell/use-online.ts'
import { useNow } from '../../ui/use-now.ts'
import { useCheckIns } from '../check-in/check-ins.ts'
import { managedEvent, managePollMs } from './manage-queries.ts'
import { type ManagedList, readList, type ShownJoiner } from './managed-list.ts'

/** A game as its hosts manage it: its list, the check-ins that are not sent yet, and how to record more. */
export type Hosting = {
  managed: ManagedEvent
  list: ManagedList
  now: number
  hasStarted: boolean
  hasEnded: boolean
  isPublished: boolean
  checkIns: {
    /** How many check-ins of this game have not reached the server. */
    unsent: number
    /** Whether sending is stuck, because the browser is offline or the last attempt failed. */
    isWaiting: boolean
    isStored: boolean
    record: (joiner: ShownJoiner, attendance: { arrived: number; isNoShow?: boolean }) => void
    /** Runs this at once if check-in is open, and otherwise after the host has confirmed that they check in early. */
    whenOpen: (run: () => void) => void
  }
  /** Waits for the host to confirm an early check-in; null if nothing waits. */
  early: { confirm: () => void; cancel: () => void } | null
  /** When the list was last loaded, if it cannot be loaded now; null while the list is current. */
  staleSince: number | null
  refresh: () => Promise<ManagedEvent | undefined>
}

export function useHosting(id: string) {
  const viewerId = useViewer()?.id ?? ''
  const query = useQuery({ ...managedEvent(id), refetchInterval: managePollMs })
  const { queue, state } = useCheckIns(viewerId)
  const isOnline = useOnline()
  const now = useNow(managePollMs)
  const [waiting, setWaiting] = useState<{ run: () => void } | null>(null)
  const [isEarlyConfirmed, setEarlyConfirmed] = useState(false)
  const managed = query.data
  const list = useMemo(() => managed && readList(managed, state.pending, now), [managed, state.pending, now])
  if (!managed || !list) return { query, hosting: null }
  const { event } = managed
  const unsent = [...state.pending.values()].filter(({ eventId }) => eventId === id).length
  const isOpen = () => Date.now() >= checkInOpensAt(event.startsAt)
  const whenOpen = (run: () => void) => (isEarlyConfirmed || isOpen() ? run() : setWaiting({ run }))
  const add = (joiner: ShownJoiner, { arrived, isNoShow = false }: { arrived: number; isNoShow?: boolean }) => {
    // The server keeps the latest check-in, so this one must be later than the known one, even if this device's clock is slow.
    const at = Math.max(Date.now(), (joiner.checkedInAt ?? 0) + 1)
    queue.add({ eventId: id, joinerId: joiner.id, arrived, isNoShow, isEarly: arrived > 0 && !isOpen(), at, name: joiner.name })
    if (navigator.onLine) void queue.flush()
  }
  const hosting: Hosting = {
    managed,
    list,
    now,
    hasStarted: now >= event.startsAt,
    hasEnded: now >= event.endsAt,
    isPublished: event.live.state === 'published',
    checkIns: {
      unsent,
      isWaiting: unsent > 0 && (state.hasSendFailed || !isOnline),
      isStored: state.isStored,
      record: (joiner, attendance) => (attendance.arrived > 0 ? whenOpen(() => add(joiner, attendance)) : add(joiner, attendance)),
      whenOpen,
    },
    early: waiting && {
      confirm: () => {
        setEarlyConfirmed(true)
        waiting.run()
      },
      cancel: () => setWaiting(null),
    },
    staleSince: query.error || !isOnline ? query.dataUpdatedAt : null,
    refresh: async () => (await query.refetch()).data,
  }
  return { query, hosting }
}
