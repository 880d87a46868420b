import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { putInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { mayBePartlyBack, type PaidSession, paymentIdOf } from './checkout-pages.ts'

/** For the batch that stores a payment: lets the queue read what may have gone back of it already. */
export function queueRefundSync({ id, accountId }: { id: string; accountId: string }, session: PaidSession, now: number): MessageInsert[] {
  const paymentId = paymentIdOf(session)
  return paymentId === null || !mayBePartlyBack(session) ? [] : [queueRefundReading({ id, accountId, paymentId }, now)]
}

/** The same, once it is known that something has gone back. `id`: of what was paid. */
export const queueRefundReading = ({ id, ...payment }: { id: string; accountId: string; paymentId: string }, now: number): MessageInsert =>
  putInOutbox('money', [{ id: `sync-refunds:${id}`, body: { kind: 'sync-refunds', ...payment } satisfies MoneyWork }], { now })
