import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ManagedEvent } from '../../../domain/events/manage-contract.ts'
import { useViewer } from '../../app-state.ts'
import { useOnline } from '../../shell/use-online.ts'
import { useNow } from '../../ui/use-now.ts'
import { useCheckIns } from '../check-in/check-ins.ts'
import { managedEvent, managePollMs } from './manage-queries.ts'
import { type ManagedList, readList, type ShownJoiner } from './managed-list.ts'

/** A game in the hands of its host: what stands, what was said at the gate, and how to say more. */
export type Hosting = {
  managed: ManagedEvent
  list: ManagedList
  now: number
  hasStarted: boolean
  hasEnded: boolean
  isOn: boolean
  checkIns: {
    /** How many of this game have not reached the server. */
    unsent: number
    /** They wait for a network, or for a server that answers. */
    isWaiting: boolean
    isKept: boolean
    report: (joiner: ShownJoiner, came: { arrived: number; isNoShow?: boolean }) => void
  }
  /** When the list was last brought up to date; null while it is. */
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
  const list = useMemo(() => managed && readList(managed, state.waiting, now), [managed, state.waiting, now])
  if (!managed || !list) return { query, hosting: null }
  const { event } = managed
  const unsent = [...state.waiting.values()].filter(({ eventId }) => eventId === id).length
  const hosting: Hosting = {
    managed,
    list,
    now,
    hasStarted: now >= event.startsAt,
    hasEnded: now >= event.endsAt,
    isOn: event.live.state === 'published',
    checkIns: {
      unsent,
      isWaiting: unsent > 0 && (state.isStuck || !isOnline),
      isKept: state.isKept,
      report: (joiner, { arrived, isNoShow = false }) => {
        // Later than what is known of them, also where this device's clock is slow.
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
