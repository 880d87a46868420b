import { minute } from '../../domain/time/spans.ts'
import { withStorage } from '../storage.ts'
import { readWorkingCode, seatCodeKey } from './code-words.ts'

// It is apart from the store, because the page of a game needs it for each stranger, also for those who ask for no code.

/** Whoever comes back a little too late is told that the code has ended. After that, this may be somebody else at the same device. */
const keptAfterEnd = 5 * minute

/** A code that has just ended still has something to say. */
export const isKept = (eventId: string): boolean => readWorkingCode(eventId, Date.now() - keptAfterEnd) !== null

const storages = ['localStorage', 'sessionStorage'] as const

export function dropSentCode(eventId: string): void {
  for (const kind of storages) withStorage((storage) => storage.removeItem(seatCodeKey(eventId)), kind)
}

/** Also what this tab typed for a code that another one has used or forgotten. */
export function dropOldCodes(): void {
  const prefix = seatCodeKey('')
  for (const kind of storages) {
    withStorage((storage) => {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(prefix) && !isKept(key.slice(prefix.length))) storage.removeItem(key)
      }
    }, kind)
  }
}

/** Calls the listener when another tab may have sent a code, or used one: a tab that was asleep hears of it once it is in front. */
export function listenToSentCodes(listener: () => void): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  addEventListener('storage', listener, { signal })
  document.addEventListener('visibilitychange', listener, { signal })
  return () => abortController.abort()
}

const closedKey = (eventId: string) => `closedSeatCode:${eventId}`

/** The code whose dialog the person has closed in this tab, by when it was sent. Null once they have opened it again. */
export const saveClosedCode = (eventId: string, sentAt: number | null): void =>
  void withStorage((storage) => storage.setItem(closedKey(eventId), JSON.stringify(sentAt)), 'sessionStorage')

export const readClosedCode = (eventId: string): number | null =>
  withStorage((storage) => JSON.parse(storage.getItem(closedKey(eventId)) ?? 'null') as number | null, 'sessionStorage')
