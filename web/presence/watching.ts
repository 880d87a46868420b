import type { Presence } from '../../domain/presence/contract.ts'
import { maxWatched } from '../../domain/presence/contract.ts'
import type { WatchedPerson } from '../../domain/presence/frames.ts'

/** How long a page waits for the answer of the socket before it asks with a request. */
const answerTimeoutMs = 3000

type Send = (userIds: readonly string[]) => boolean

/** How many parts of the screen show each person. */
const shown = new Map<string, number>()
/** What the socket said. People who do not share their presence have null. */
const told = new Map<string, Presence | null>()
const waiting = new Map<string, Set<() => void>>()
let send: Send | null = null
let isDue = false

/** Watches a person for as long as they are on the screen. Returns the function that ends it. */
export function watchPerson(userId: string): () => void {
  shown.set(userId, (shown.get(userId) ?? 0) + 1)
  sendSoon()
  return () => {
    const others = (shown.get(userId) ?? 1) - 1
    if (others > 0) shown.set(userId, others)
    else shown.delete(userId)
    sendSoon()
  }
}

/** The socket is open. */
export function startWatching(sendList: Send): void {
  send = sendList
  told.clear()
  if (shown.size > 0) sendSoon()
}

/** The socket is lost. */
export function stopWatching(): void {
  send = null
  told.clear()
  for (const userId of waiting.keys()) wake(userId)
}

/** Keeps what the socket said. Returns what is new. */
export function hearWatched(people: readonly WatchedPerson[]): WatchedPerson[] {
  return people.filter(({ userId, presence }) => {
    const before = told.get(userId)
    // A person who comes and goes quickly may be announced in the wrong order.
    if (before && presence && (presence.since ?? 0) < (before.since ?? 0)) return false
    told.set(userId, presence)
    wake(userId)
    return true
  })
}

/** What the socket says of a person. Undefined if it cannot say it, so a request has to ask. */
export async function askSocket(userId: string): Promise<Presence | null | undefined> {
  if (send === null || !shown.has(userId)) return undefined
  if (!told.has(userId)) await waitFor(userId)
  return told.get(userId)
}

/** All parts of a screen appear at once, so they are sent in one frame. */
function sendSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    const userIds = [...shown.keys()].slice(-maxWatched)
    if (send?.(userIds)) for (const userId of told.keys()) if (!userIds.includes(userId)) told.delete(userId)
  })
}

function waitFor(userId: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => wake(userId), answerTimeoutMs)
    const listeners = waiting.get(userId) ?? new Set()
    waiting.set(
      userId,
      listeners.add(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
}

function wake(userId: string): void {
  const listeners = waiting.get(userId) ?? []
  waiting.delete(userId)
  for (const listener of listeners) listener()
}
