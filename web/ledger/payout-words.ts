import type { LedgerPayout, PayoutRefund } from '../../domain/ledger/contract.ts'
import type { PayoutSource } from '../../domain/ledger/payout-sources.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import type { StatusTone } from '../ui/status.tsx'

export const payoutStatuses: Record<LedgerPayout['state'], { label: string; tone: StatusTone }> = {
  pending: { label: 'Not sent yet', tone: 'quiet' },
  in_transit: { label: 'On its way', tone: 'warn' },
  paid: { label: 'At the bank', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'quiet' },
}

/** When a payout arrives, or why it did not. Stripe gives a date in UTC. */
export function describePayout({ state, arrivesAt, failure }: LedgerPayout, now: number): string {
  if (state === 'failed') return failure ?? 'The bank did not take it.'
  if (state === 'canceled') return 'It stays in the balance at Stripe.'
  return `${state === 'paid' ? 'Arrived' : 'Arrives'} on ${writeDate(arrivesAt, { now, timeZone: 'UTC' }, { month: 'long', day: 'numeric' })}`
}

/** What a line of a payout is. The hint explains lines without a name of their own. */
export const sourceWords: Record<PayoutSource, { label: string; hint: string }> = {
  game: { label: 'Game', hint: 'A game that is gone' },
  dues: { label: 'Dues', hint: 'Dues that are gone' },
  form: { label: 'Form', hint: 'A form that is gone' },
  membership: { label: 'Membership', hint: 'A membership that is gone' },
  unmatched: { label: 'Not matched yet', hint: 'Payments to a community. We do not know yet for what.' },
  elsewhere: { label: 'Not from here', hint: 'Payments and refunds on the Stripe account that were not made here.' },
  fee: { label: "Stripe's own fees", hint: 'What Stripe takes or gives by itself.' },
  other: { label: 'Adjustments and transfers', hint: 'Other movements at Stripe.' },
  bank: { label: 'Back from the bank', hint: 'An earlier payout that the bank did not take.' },
}

/** Money also comes again: after a dispute that was won, and if a bank does not take a refund. */
export function nameRefund({ kind, amount }: Pick<PayoutRefund, 'kind' | 'amount'>): string {
  if (kind === 'refund') return amount > 0 ? 'Came back, because the bank did not take it,' : 'Given back'
  return amount > 0 ? 'Came again after a dispute' : 'Taken back by a dispute'
}

export function namePayer({ person, source }: Pick<PayoutRefund, 'person' | 'source'>): string {
  if (person !== null) return person
  if (source === 'game') return 'Someone who left'
  return source === 'elsewhere' || source === 'unmatched' ? 'Not known here' : 'Name not shown'
}
