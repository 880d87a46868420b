import type Stripe from 'stripe'
import type { Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasCode } from './call-stripe.ts'
import type { StripeEvent } from './queries.ts'

type Happening = { db: Database; stripe: Stripe; now: number; event: StripeEvent }

/**
 * Asks Stripe for the object of the event as it is now, because events may arrive late and in any order. Returns the statements of the
 * effect. They run in one batch with the one that marks the job as done, so the effect happens once.
 */
export type EventHandler = (happening: Happening) => Promise<readonly Statement[]>

/** If a host has ended our access meanwhile, nobody can tell us what has happened on their account, so there is no effect. */
export async function unlessEnded(read: () => Promise<readonly Statement[]>): Promise<readonly Statement[]> {
  try {
    return await read()
  } catch (error) {
    if (hasCode(error, 'account_invalid')) return []
    throw error
  }
}

/** For events of the accounts of hosts. `account` is the one in which it happened. */
export const ofHosts =
  (handle: (account: string, happening: Happening) => Promise<readonly Statement[]>): EventHandler =>
  async (happening) => {
    const { endpoint, account } = happening.event
    return endpoint === 'connect' && account !== null ? unlessEnded(() => handle(account, happening)) : []
  }

/** For events of our own account. */
export const ofOurs =
  (handle: EventHandler): EventHandler =>
  async (happening) =>
    happening.event.endpoint === 'account' ? handle(happening) : []
