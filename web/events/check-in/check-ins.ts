import { useSyncExternalStore } from 'react'
import type { ErrorCode } from '../../../domain/errors.ts'
import { beforeLogout } from '../../accounts/last-errands.ts'
import { ApiError } from '../../api.ts'
import { queryClient } from '../../query-client.ts'
import { readError } from '../../ui/error-words.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { noteCheckedIn, sendCheckIns } from '../manage/manage-queries.ts'
import { createCheckInQueue, type QueueState, type Waiting } from './check-in-queue.ts'
import { isShelfKey, shelfOf } from './check-in-shelf.ts'

const tryEvery = 15_000
const final = new Set<ErrorCode>(['EventNotFound', 'NotFound', 'NotItsHost', 'ProfileIncomplete', 'NotAllowed', 'InvalidInput'])

type Queue = ReturnType<typeof createCheckInQueue>

let running: { viewerId: string; queue: Queue } | null = null

const listNames = (items: readonly Waiting[]) => new Intl.ListFormat('en-US').format(items.map(({ name }) => name))

const say = (text: string) =>
  showSnackbar(text, { duration: 'persistent', tone: 'alarm', action: { label: 'Got it', onPress: () => undefined } })

/** What this person said at gates, sent from whichever page is open: now, when the network is back, and when they look again. */
export function checkInsOf(viewerId: string): Queue {
  if (running?.viewerId === viewerId) return running.queue
  const queue = createCheckInQueue({
    shelf: shelfOf(viewerId),
    send: sendCheckIns,
    isFinal: (error) => error instanceof ApiError && final.has(error.code),
    onSent: (eventId, sent, unknown) => {
      noteCheckedIn(
        queryClient,
        eventId,
        sent.filter((item) => !unknown.includes(item)),
      )
      if (unknown.length > 0) say(`No longer on the list: ${listNames(unknown)}. They may have left before you checked them in.`)
    },
    onRefused: (_eventId, refused, error) => say(`${readError(error).message} Not checked in: ${listNames(refused)}.`),
  })
  running = { viewerId, queue }
  const tryNow = () => {
    if (navigator.onLine && document.visibilityState === 'visible' && queue.getState().waiting.size > 0) void queue.flush()
  }
  addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', tryNow)
  window.addEventListener('storage', ({ key }) => {
    if (isShelfKey(key)) queue.reload()
  })
  beforeLogout(queue.flush)
  setInterval(tryNow, tryEvery)
  tryNow()
  return queue
}

export function useCheckIns(viewerId: string): { queue: Queue; state: QueueState } {
  const queue = checkInsOf(viewerId)
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.getState) }
}
