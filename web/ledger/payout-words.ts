import type { LedgerPayout } from '../../domain/ledger/contract.ts'
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
