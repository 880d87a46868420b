import { useSyncExternalStore } from 'react'
import type { Message } from '../../domain/messages/contract.ts'
import { addLogoutTask } from '../accounts/logout-tasks.ts'
import { withStorage } from '../storage.ts'
import { isFinalRefusal } from './is-final-refusal.ts'
import { leaveToWorker } from './leave-to-worker.ts'
import { createOutbox, type Outbox, type OutboxState, type UnsentMessage } from './outbox.ts'
import { filesOwnerKey, isOutboxKey } from './outbox-keys.ts'
import { openOutboxStorage } from './outbox-storage.ts'
import { sendMessage } from './send-message.ts'
import { withSendingLock } from './sending-lock.ts'

const readRefusal = (error: unknown) => (isFinalRefusal(error) ? error.userMessage : null)

/** The code for files loads only when there are some. */
const loadFiles = () => import('./files/send-with-files.ts')
const loadLocalFiles = () => import('./files/local-files.ts')

const send = async (viewerId: string, message: UnsentMessage) =>
  message.files ? (await loadFiles()).sendWithFiles(viewerId, message) : sendMessage(viewerId, message)

/** Nobody else may see what another person attached on this device. */
function dropFilesOfOthers(viewerId: string): void {
  const owner = withStorage((storage) => storage.getItem(filesOwnerKey))
  if (owner !== null && owner !== viewerId)
    void loadLocalFiles().then(
      (files) => files.dropFilesOfOthers(viewerId),
      () => undefined,
    )
}

type SentListener = (unsent: UnsentMessage, message: Message) => void
const sentListeners = new Set<SentListener>()

/** Calls the listener for each message that this tab sent, until the returned function is called. */
export function listenForSent(listener: SentListener): () => void {
  sentListeners.add(listener)
  return () => void sentListeners.delete(listener)
}

let active: { viewerId: string; outbox: Outbox } | null = null

/** The viewer's unsent messages of all conversations. They are sent from any page: at once, and when the browser is online again. */
export function getOutbox(viewerId: string): Outbox {
  if (active?.viewerId === viewerId) return active.outbox
  const outbox = createOutbox({
    storage: openOutboxStorage(viewerId),
    send: (message) => send(viewerId, message),
    onSent: (unsent, message) => {
      for (const listener of sentListeners) listener(unsent, message)
    },
    readRefusal,
    withLock: (use) => withSendingLock(viewerId, use),
    onGone: ({ files }) => {
      const keys = files?.map(({ key }) => key)
      if (keys)
        void loadLocalFiles().then(
          ({ dropLocalFiles }) => dropLocalFiles(viewerId, keys),
          () => undefined,
        )
    },
  })
  active = { viewerId, outbox }
  dropFilesOfOthers(viewerId)
  const sendNow = () => {
    if (navigator.onLine && document.visibilityState === 'visible') void outbox.flush()
  }
  addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', sendNow)
  window.addEventListener('storage', ({ key }) => {
    if (isOutboxKey(key)) outbox.reload()
  })
  leaveToWorker(viewerId, outbox)
  addLogoutTask(outbox.flush)
  sendNow()
  return outbox
}

export function useOutbox(viewerId: string): { outbox: Outbox; state: OutboxState } {
  const outbox = getOutbox(viewerId)
  return { outbox, state: useSyncExternalStore(outbox.subscribe, outbox.getState) }
}
