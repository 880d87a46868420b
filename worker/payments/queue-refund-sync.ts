import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { putInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { mayBePartlyBack, type PaidSession, paymentIdOf } from './checkout-pages.ts'

/** For the batch that stores a payment: lets the queue read what may have gone back of it already. */
export function queueRefundSync({ id, accountId }: { id: string; accountId: string }, session: PaidSession, now: number): MessageInsert[] {
  const paymentId = paymentIdOf(session)
  if (paymentId === null || !mayBePartlyBack(session)) return []
  const body = { kind: 'sync-refunds', accountId, paymentId } satisfies MoneyWork
  return [putInOutbox('money', [{ id: `sync-refunds:${id}`, body }], { now })]
}
