import type { EventType } from '../../domain/payments/webhooks.ts'
import type { EventHandler } from './event-handler.ts'
import { syncAccount } from './sync-account.ts'

/** The account of an event is the one that it happened in. The object of a deauthorized event is our application. */
const syncPayoutAccount: EventHandler = async ({ event, ...reading }) =>
  event.endpoint === 'connect' && event.account !== null ? syncAccount(reading, event.account) : []

/** What the events about payout accounts lead to. */
export const accountEvents: Partial<Record<EventType, EventHandler>> = {
  'account.updated': syncPayoutAccount,
  'account.application.deauthorized': syncPayoutAccount,
}
