import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { listCellIds } from '../../domain/geo/cells.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { milesFrom } from '../geo/queries.ts'
import { subscriptionCells } from './schema.ts'

export type EventToMatch = LatLng & { activity: string; start: number }

const search = alias(subscriptionCells, 'search')

/** Selects the ids of the subscriptions that match a game. `after` is the last id of the previous page. */
export const selectMatchingSubscriptions = (event: EventToMatch, { after, limit }: { after?: string | null; limit: number }): SQL => sql`
  SELECT ${search.id} FROM json_each(${JSON.stringify(listCellIds(event))}) cell CROSS JOIN ${subscriptionCells} ${search}
    ON ${search.cell} = cell.value AND ${search.activity} = ${event.activity}
  WHERE ${search.id} > ${after ?? ''} AND ${milesFrom(event, search)} <= ${search.radius}
    AND (${search.startDate} IS NULL OR ${search.startDate} <= ${event.start})
    AND (${search.endDate} IS NULL OR ${search.endDate} >= ${event.start})
  ORDER BY ${search.id} LIMIT ${limit}`
