import * as v from 'valibot'
import { SeatCodeSent, SendSeatCode } from '../../domain/seat-codes/contract.ts'
import { withStorage } from '../storage.ts'
import { seatCodeKey } from './has-seat-code.ts'

const SentCode = v.object({ request: SendSeatCode, ...SeatCodeSent.entries, tries: v.optional(v.number()) })

/** What was asked for, until when the code works, and how many wrong ones were typed. The code itself is never stored. */
export type SentCode = v.InferOutput<typeof SentCode>

/** After a reload, the tab still waits for the code. */
export const saveSentCode = (sent: SentCode): void =>
  void withStorage((storage) => storage.setItem(seatCodeKey(sent.request.eventId), JSON.stringify(sent)), 'sessionStorage')

export function readSentCode(eventId: string): SentCode | null {
  const stored = withStorage((storage) => storage.getItem(seatCodeKey(eventId)), 'sessionStorage')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SentCode), stored)
  return parsed.success ? parsed.output : null
}

export const dropSentCode = (eventId: string): void =>
  void withStorage((storage) => storage.removeItem(seatCodeKey(eventId)), 'sessionStorage')
