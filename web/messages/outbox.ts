import * as v from 'valibot'
import type { Message } from '../../domain/messages/contract.ts'
import { NewPoll } from '../../domain/messages/polls.ts'
import { waitBeforeRetry } from '../presence/backoff.ts'
import { readUnsentFiles, type UnsentFile } from './files/unsent-file.ts'

/** A message that has not reached the server. */
export type UnsentMessage = {
  clientId: string
  conversationId: string
  text: string
  replyTo: number | null
  poll?: NewPoll
  /** Missing without files. */
  files?: readonly UnsentFile[]
  /** When it was written. Messages are sent in this order. */
  at: number
  /** Why the server does not take it; null while it can still be sent. */
  refusal: string | null
}

/** Keeps unsent messages after the page is closed. Each has a key of its own, so that two tabs do not overwrite each other's. */
export type OutboxStorage = {
  list: () => string[]
  /** False if the browser could not store it. */
  save: (key: string, value: string) => boolean
  remove: (key: string) => void
}

export type OutboxState = {
  messages: readonly UnsentMessage[]
  /** The last attempt to send failed, and the next one is due later. */
  isWaiting: boolean
}

type OutboxSettings = {
  storage: OutboxStorage
  send: (message: UnsentMessage) => Promise<Message>
  /** Called before the message leaves the outbox, so that it never disappears from the screen in between. */
  onSent: (unsent: UnsentMessage, message: Message) => void
  /** The text for the author if another attempt would fail in the same way, else null. */
  readRefusal: (error: unknown) => string | null
  /** Runs this in one tab at a time. */
  withLock: (use: () => Promise<void>) => Promise<void>
  /** The message is sent or discarded, so what the device keeps for it is not needed anymore. */
  onGone?: (message: UnsentMessage) => void
}

const inOrder = (a: UnsentMessage, b: UnsentMessage) => a.at - b.at

const isText = (value: unknown) => typeof value === 'string'

function parseUnsent(text: string): UnsentMessage | null {
  try {
    const { clientId, conversationId, text: words, replyTo, poll, at, refusal, files } = JSON.parse(text) as UnsentMessage
    const kept = readUnsentFiles(files)
    if (![clientId, conversationId, words].every(isText) || !Number.isFinite(at)) return null
    return {
      ...{ clientId, conversationId, text: words, replyTo: replyTo ?? null, at, refusal: refusal ?? null },
      ...(v.is(NewPoll, poll) && { poll }),
      ...(kept.length > 0 && { files: kept }),
    }
  } catch {
    return null
  }
}

/**
 * Takes messages at once, online or offline, and sends them one after the other when it can. A message may be sent twice, but the
 * server stores it once, because it keeps its client id.
 */
export function createOutbox({ storage, send, onSent, readRefusal, withLock, onGone }: OutboxSettings) {
  const listeners = new Set<() => void>()
  /** Messages that the browser could not store. They are lost when the page is closed. */
  const unstored = new Map<string, UnsentMessage>()
  let state: OutboxState = { messages: loadMessages(), isWaiting: false }
  let sending: Promise<void> | null = null
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function loadMessages(): UnsentMessage[] {
    const stored = storage.list().flatMap((value) => parseUnsent(value) ?? [])
    return [...stored, ...unstored.values()].sort(inOrder)
  }
  const setState = (change: Partial<OutboxState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const reload = () => setState({ messages: loadMessages() })

  function save(message: UnsentMessage): void {
    if (storage.save(message.clientId, JSON.stringify(message))) unstored.delete(message.clientId)
    else unstored.set(message.clientId, message)
  }
  function discard(clientId: string): void {
    const message = state.messages.find((one) => one.clientId === clientId)
    if (message) onGone?.(message)
    storage.remove(clientId)
    unstored.delete(clientId)
    reload()
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      // Another tab may have sent some of them while this one waited for the lock.
      reload()
      const next = state.messages.find(({ refusal }) => refusal === null)
      if (!next) return settle()
      try {
        onSent(next, await send(next))
        settle()
      } catch (error) {
        const refusal = readRefusal(error)
        if (refusal === null) return waitForRetry()
        save({ ...next, refusal })
        reload()
        continue
      }
      discard(next.clientId)
    }
  }
  function settle() {
    failures = 0
    if (state.isWaiting) setState({ isWaiting: false })
  }
  function waitForRetry() {
    setState({ isWaiting: true })
    retryTimer = setTimeout(() => void flush(), waitBeforeRetry(failures, Math.random()))
    failures += 1
  }

  /** Sends everything. While it runs, a second call joins it, and messages that are added meanwhile are sent too. */
  function flush(): Promise<void> {
    clearTimeout(retryTimer)
    sending ??= withLock(sendAll).finally(() => {
      sending = null
    })
    return sending
  }

  return {
    add: (message: Omit<UnsentMessage, 'at' | 'refusal'>, now: number): void => {
      // The clock of a device can jump back, but the messages keep their order.
      const at = Math.max(now, (state.messages.at(-1)?.at ?? 0) + 1)
      save({ ...message, at, refusal: null })
      reload()
      void flush()
    },
    retry: (clientId: string): void => {
      const message = state.messages.find((one) => one.clientId === clientId)
      if (!message) return
      save({ ...message, refusal: null })
      reload()
      void flush()
    },
    discard,
    flush,
    /** Reads the storage again after another tab has changed it. */
    reload,
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
