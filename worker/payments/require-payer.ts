import { requireComplete, requireSession } from '../access/viewer.ts'
import type { AppContext } from '../platform/context.ts'
import { limitCostly } from '../platform/limits.ts'

/** The person with their email. Each request about money asks our provider, so they are limited. */
export async function requirePayer(c: AppContext): Promise<{ id: string; email: string }> {
  const { id } = await requireComplete(c)
  const { email } = await requireSession(c)
  await limitCostly(c, 'payments', id)
  return { id, email }
}
