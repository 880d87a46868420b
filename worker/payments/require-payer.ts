import { requireComplete, requireSession } from '../access/viewer.ts'
import type { AppContext } from '../platform/context.ts'
import { limitCostly } from '../platform/limits.ts'

/**
 * The person with their email. Each request about money asks our provider, so they are limited. A page that asks about a payment again and
 * again is counted on its own, so it keeps nobody from paying.
 */
export async function requirePayer(
  c: AppContext,
  what: 'payments' | 'payment-returns' = 'payments',
): Promise<{ id: string; email: string }> {
  const { id } = await requireComplete(c)
  const { email } = await requireSession(c)
  await limitCostly(c, what, id)
  return { id, email }
}
