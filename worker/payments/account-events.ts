import type { EventType } from '../../domain/payments/webhooks.ts'
import { type EventHandler, ofHosts } from './event-handler.ts'
import { syncAccount } from './sync-account.ts'
import { releaseUnknown } from './unlink-account.ts'

/** The object of a deauthorized event is our application, so we read the account in which it happened. */
const syncPayoutAccount = ofHosts((account, { event: _, ...reading }) => syncAccount(reading, account))

/** What the events about payout accounts lead to. */
export const accountEvents: Partial<Record<EventType, EventHandler>> = {
  'account.updated': syncPayoutAccount,
  'account.application.authorized': ofHosts((account, { event: _, ...reading }) => releaseUnknown(reading, account)),
  'account.application.deauthorized': syncPayoutAccount,
}
