import type { PagesKey, QueryKey } from '../query-keys.ts'
import type { EventDetail, EventPage } from './contract.ts'

export const eventKey = (id: string): QueryKey<EventDetail> => ['events', id]

/** The upcoming games at a place. */
export const placeEventsKey = (placeId: string): PagesKey<EventPage> => ['events', 'place', placeId, 'pages']
