import * as v from 'valibot'
import { listedEventDays, ReceivedEvent } from '../../domain/payments/webhooks.ts'
import { day } from '../../domain/time/spans.ts'
import type { JobContext } from '../platform/job-context.ts'
import { storeEvents } from './commands.ts'
import { openStripe } from './open-stripe.ts'

/** The most that Stripe lists at once. */
const limit = 100

/** Stores the events of our account that Stripe could not deliver, as if they had arrived. Those that have arrived meanwhile stay as they are. */
export async function findMissedEvents({ db, settings, now }: Pick<JobContext, 'db' | 'settings' | 'now'>): Promise<void> {
  const stripe = await openStripe(settings)
  const created = { gte: Math.floor((now - listedEventDays * day) / 1000) }
  let last: string | undefined
  do {
    const page = await stripe.events.list({ delivery_success: false, created, limit, ...(last !== undefined && { starting_after: last }) })
    const missed = page.data.flatMap((event) => {
      const parsed = v.safeParse(ReceivedEvent, event)
      return parsed.success ? [parsed.output] : []
    })
    if (missed.length > 0) await storeEvents(db, 'account', missed, now)
    last = page.has_more ? page.data.at(-1)?.id : undefined
  } while (last !== undefined)
}
