import { type EventType, eventTypes } from '../../domain/payments/webhooks.ts'
import { dueEvents } from '../dues/due-events.ts'
import { formPaymentEvents } from '../forms/form-payment-events.ts'
import { ledgerEvents } from '../ledger/ledger-events.ts'
import { membershipEvents } from '../memberships/membership-events.ts'
import { orderEvents } from '../orders/order-events.ts'
import { accountEvents } from './account-events.ts'
import type { EventHandler } from './event-handler.ts'
import { planEvents } from './plan-events.ts'
import { refundEvents } from './refund-events.ts'
import { disputeEvents } from './sync-dispute.ts'

const features = [
  planEvents,
  accountEvents,
  orderEvents,
  membershipEvents,
  dueEvents,
  formPaymentEvents,
  refundEvents,
  disputeEvents,
  ledgerEvents,
]

const handlersOf = (type: EventType): EventHandler[] => features.flatMap((events) => events[type] ?? [])

/** What each type of event leads to. A type that no feature knows has no effect. */
export const eventHandlers = Object.fromEntries(
  eventTypes.map((type): [EventType, EventHandler] => [
    type,
    async (happening) => (await Promise.all(handlersOf(type).map((handle) => handle(happening)))).flat(),
  ]),
) as Record<EventType, EventHandler>
