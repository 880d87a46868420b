import { type EventType, eventTypes } from '../../domain/payments/webhooks.ts'
import { type EventHandler, ofHosts } from '../payments/event-handler.ts'
import { tellOfNews } from './queue-syncs.ts'

/** Events like these come with money that moves on the account of a host. */
const movesMoney = (type: EventType): boolean => /^(charge|refund|payout)\./.test(type)

const noteNews = ofHosts(async (account, { now }) => tellOfNews(account, now))

/** Each event only says that there is news. One job a minute reads all of it. */
export const ledgerEvents: Partial<Record<EventType, EventHandler>> = Object.fromEntries(
  eventTypes.filter(movesMoney).map((type) => [type, noteNews]),
)
