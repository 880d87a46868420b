import { expect } from 'vitest'
import type { Books } from '../../sandbox/stripe/core/books.ts'
import type { Row } from '../../sandbox/stripe/core/types.ts'

/**
 * We know what went back of a payment. A refund from the dashboard for which the host has no money moves none yet, so if its event is lost too,
 * the ledger finds it only once it does.
 */
export function judgeKnownRefunds(books: Books, charge: Row<'charge'>, known: number, what: string): void {
  const waiting = books.all('refund').filter((refund) => refund.charge === charge.id && refund.status === 'pending')
  const moved = charge.amount_refunded - waiting.reduce((sum, { amount }) => sum + amount, 0)
  expect(known, what).toBeGreaterThanOrEqual(moved)
  expect(known, what).toBeLessThanOrEqual(charge.amount_refunded)
}
