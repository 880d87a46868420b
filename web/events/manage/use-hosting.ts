import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
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
  }
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
  const managed = query.data
  const list = useMemo(() => managed && readList(managed, state.pending, now), [managed, state.pending, now])
  if (!managed || !list) return { query, hosting: null }
  const { event } = managed
  const unsent = [...state.pending.values()].filter(({ eventId }) => eventId === id).length
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
      record: (joiner, { arrived, isNoShow = false }) => {
        // The server keeps the latest check-in, so this one must be later than the known one, even if this device's clock is slow.
        const at = Math.max(Date.now(), (joiner.checkedInAt ?? 0) + 1)
        queue.add({ eventId: id, joinerId: joiner.id, arrived, isNoShow, at, name: joiner.name })
        if (navigator.onLine) void queue.flush()
      },
    },
    staleSince: query.error || !isOnline ? query.dataUpdatedAt : null,
    refresh: async () => (await query.refetch()).data,
  }
  return { query, hosting }
}
