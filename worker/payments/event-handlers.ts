import type { EventType } from '../../domain/payments/webhooks.ts'
import { accountEvents } from './account-events.ts'
import type { EventHandler } from './event-handler.ts'
import { planEvents } from './plan-events.ts'

/** What each type of event leads to. A type that is not here has no effect. */
export const eventHandlers: Partial<Record<EventType, EventHandler>> = { ...planEvents, ...accountEvents }
