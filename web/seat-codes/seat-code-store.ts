import * as v from 'valibot'
import { SeatCodeSent, SendSeatCode } from '../../domain/seat-codes/contract.ts'
import { withStorage } from '../storage.ts'
import { type CodeWords, seatCodeKey } from './code-words.ts'
import { dropSentCode, isKept } from './sent-codes.ts'

/** What each tab of the browser needs to type the code. Somebody else at the same device may see it, so it has nothing else that was typed. */
const SharedCode = v.object({
  ...v.pick(SendSeatCode, ['eventId', 'email']).entries,
  choice: v.omit(SendSeatCode.entries.choice, ['answers']),
  ...SeatCodeSent.entries,
  /** Tells a code from the one before, which may end at the same moment: at the start of the game. */
  sentAt: v.number(),
  /** Why the code stopped working before its end. */
  refusal: v.optional(v.picklist(['TooManyWrongCodes', 'CodeUsed'])),
})

/** What was asked for, in the tab that did. */
const OwnRequest = v.object({ sentAt: v.number(), request: SendSeatCode })

/** A code that was sent, and until when it works. The code itself is never stored. */
export type SentCode = v.InferOutput<typeof SharedCode> & {
  /** Null in a tab that did not ask for this code. */
  request: SendSeatCode | null
}

export const toSentCode = (request: SendSeatCode, answer: SeatCodeSent): SentCode => {
  const { eventId, email, choice } = request
  return { eventId, email, choice, ...answer, sentAt: Date.now(), request }
}

const waiting: CodeWords = { status: 'Waiting for your code', action: 'Enter your code' }
const over: CodeWords = { status: 'Your code no longer works', action: 'Get a new code' }

/** The code works in this browser, so each of its tabs waits for it, also after a reload. */
export function saveSentCode(sent: SentCode): void {
  const { eventId, sentAt, refusal, request } = sent
  const key = seatCodeKey(eventId)
  // Parsing takes out what is not for other tabs.
  withStorage((storage) => storage.setItem(key, JSON.stringify({ ...v.parse(SharedCode, sent), words: refusal ? over : waiting })))
  if (request) withStorage((storage) => storage.setItem(key, JSON.stringify({ sentAt, request })), 'sessionStorage')
}

function readStored<Schema extends v.GenericSchema>(schema: Schema, eventId: string, kind: 'localStorage' | 'sessionStorage') {
  const stored = withStorage((storage) => JSON.parse(storage.getItem(seatCodeKey(eventId)) ?? 'null') as unknown, kind)
  const parsed = v.safeParse(schema, stored)
  return parsed.success ? parsed.output : null
}

export function readSentCode(eventId: string): SentCode | null {
  const shared = isKept(eventId) ? readStored(SharedCode, eventId, 'localStorage') : null
  if (!shared) {
    dropSentCode(eventId)
    return null
  }
  const own = readStored(OwnRequest, eventId, 'sessionStorage')
  return { ...shared, request: own?.sentAt === shared.sentAt ? own.request : null }
}
