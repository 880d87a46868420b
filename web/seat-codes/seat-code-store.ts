import * as v from 'valibot'
import { SeatCodeSent, SendSeatCode } from '../../domain/seat-codes/contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { withStorage } from '../storage.ts'
import { type CodeWords, seatCodeKey } from './code-words.ts'

const SentCode = v.object({
  request: SendSeatCode,
  ...SeatCodeSent.entries,
  /** Tells a code from the one before, which may end at the same moment: at the start of the game. */
  sentAt: v.number(),
  /** Why the code stopped working before its end. */
  refusal: v.optional(v.picklist(['TooManyWrongCodes', 'CodeUsed'])),
})

/** What was asked for, and until when the code works. The code itself is never stored. */
export type SentCode = v.InferOutput<typeof SentCode>

const waiting: CodeWords = { status: 'Waiting for your code', action: 'Enter your code' }
const over: CodeWords = { status: 'Your code no longer works', action: 'Get a new code' }

/** The code works in this browser, so each of its tabs waits for it, also after a reload. */
export const saveSentCode = (sent: SentCode): void =>
  void withStorage((storage) =>
    storage.setItem(seatCodeKey(sent.request.eventId), JSON.stringify({ ...sent, words: sent.refusal ? over : waiting })),
  )

export function readSentCode(eventId: string): SentCode | null {
  const stored = withStorage((storage) => storage.getItem(seatCodeKey(eventId)))
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SentCode), stored)
  return parsed.success ? parsed.output : null
}

export const dropSentCode = (eventId: string): void => void withStorage((storage) => storage.removeItem(seatCodeKey(eventId)))

/** Whoever comes back a little too late still finds what they typed. After that, this may be somebody else at the same device. */
const keptAfterEnd = hour

export const dropOldCodes = (now = Date.now()): void =>
  void withStorage((storage) => {
    const prefix = seatCodeKey('')
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(prefix)) continue
      const sent = readSentCode(key.slice(prefix.length))
      if (!sent || sent.expiresAt + keptAfterEnd <= now) storage.removeItem(key)
    }
  })

/** Calls the listener when another tab may have sent a code, or used one: a tab that was asleep hears of it once it is in front. */
export function listenToSentCodes(listener: () => void): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  addEventListener('storage', listener, { signal })
  document.addEventListener('visibilitychange', listener, { signal })
  return () => abortController.abort()
}
