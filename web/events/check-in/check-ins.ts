import { useSyncExternalStore } from 'react'
import type { ErrorCode } from '../../../domain/errors.ts'
import { addLogoutTask } from '../../accounts/logout-tasks.ts'
import { ApiError } from '../../api.ts'
import { queryClient } from '../../query-client.ts'
import { readError } from '../../ui/read-error.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { applyCheckIns, sendCheckIns } from '../manage/manage-queries.ts'
import { createCheckInQueue, type PendingCheckIn, type QueueState } from './check-in-queue.ts'
import { isCheckInKey, openCheckInStorage } from './check-in-storage.ts'

const retryIntervalMs = 15_000
const finalErrors = new Set<ErrorCode>(['EventNotFound', 'NotFound', 'HostsOnly', 'ProfileIncomplete', 'NotAllowed', 'InvalidInput'])

type Queue = ReturnType<typeof createCheckInQueue>

let activeQueue: { viewerId: string; queue: Queue } | null = null

const listNames = (items: readonly PendingCheckIn[]) => new Intl.ListFormat('en-US').format(items.map(({ name }) => name))

const showWarning = (text: string) =>
  showSnackbar(text, { duration: 'persistent', tone: 'alarm', action: { label: 'Got it', onPress: () => undefined } })

/**
 * The viewer's unsent check-ins of all games. They are sent from any page: at once, when the browser is online again,
 * when the tab becomes visible again, and every 15 seconds.
 */
export function getCheckInQueue(viewerId: string): Queue {
  if (activeQueue?.viewerId === viewerId) return activeQueue.queue
  const queue = createCheckInQueue({
    storage: openCheckInStorage(viewerId),
    send: sendCheckIns,
    isFinal: (error) => error instanceof ApiError && finalErrors.has(error.code),
    onSent: (eventId, sent, { unknown, tooEarly }) => {
      applyCheckIns(
        queryClient,
        eventId,
        sent.filter((item) => !unknown.includes(item) && !tooEarly.includes(item)),
      )
      if (unknown.length > 0) showWarning(`No longer on the list: ${listNames(unknown)}. They may have left before you checked them in.`)
      if (tooEarly.length > 0) showWarning(`Too early, so not saved: ${listNames(tooEarly)}. Please check the clock of this device.`)
    },
    onRefused: (_eventId, refused, error) => showWarning(`${readError(error).message} Not checked in: ${listNames(refused)}.`),
  })
  activeQueue = { viewerId, queue }
  const sendNow = () => {
    if (navigator.onLine && document.visibilityState === 'visible' && queue.getState().pending.size > 0) void queue.flush()
  }
  addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', sendNow)
  window.addEventListener('storage', ({ key }) => {
    if (isCheckInKey(key)) queue.reload()
  })
  addLogoutTask(queue.flush)
  setInterval(sendNow, retryIntervalMs)
  sendNow()
  return queue
}

export function useCheckIns(viewerId: string): { queue: Queue; state: QueueState } {
  const queue = getCheckInQueue(viewerId)
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.getState) }
}
