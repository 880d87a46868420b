import * as v from 'valibot'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { listedEventDays, ReceivedEvent } from '../../domain/payments/webhooks.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { putInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import type { JobContext } from '../platform/job-context.ts'
import { storeEvents } from './commands.ts'
import { openStripe } from './open-stripe.ts'

/** The most that Stripe lists at once. */
const limit = 100

/** How many lists one job reads. Another job reads the rest. */
const maxPages = 10

/**
 * Stores the events of our account that Stripe could not deliver, as if they had arrived. Those that have arrived meanwhile stay as they are.
 * `after` is where the list of an earlier job has ended.
 */
export async function findMissedEvents(
  { db, settings, now }: Pick<JobContext, 'db' | 'settings' | 'now'>,
  after?: string,
): Promise<MessageInsert[]> {
  const stripe = await openStripe(settings)
  const created = { gte: Math.floor((now - listedEventDays * day) / 1000) }
  let last = after
  for (let page = 0; page < maxPages; page += 1) {
    const listed = await stripe.events.list({
      delivery_success: false,
      created,
      limit,
      ...(last !== undefined && { starting_after: last }),
    })
    const missed = listed.data.flatMap((event) => {
      const parsed = v.safeParse(ReceivedEvent, event)
      return parsed.success ? [parsed.output] : []
    })
    if (missed.length > 0) await storeEvents(db, 'account', missed, now)
    last = listed.has_more ? listed.data.at(-1)?.id : undefined
    if (last === undefined) return []
  }
  const rest: MoneyWork = { kind: 'find-missed-events', after: last ?? '' }
  return [putInOutbox('money', [{ id: `find-missed-events:${Math.floor(now / hour)}:${rest.after}`, body: rest }], { now })]
}
