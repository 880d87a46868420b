import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { seasonGuests, seasonRegistrations } from './schema.ts'

const [counted, countedGuest] = [alias(seasonRegistrations, 'counted'), alias(seasonGuests, 'counted_guest')]

/** How many places of a group are taken, by people and guests, without those of one person or guest. */
export const countPeople = (groupId: SQLWrapper | string | null, without: { userId?: string; guestId?: string } = {}): SQL => {
  const { userId = '', guestId = '' } = without
  return sql`((SELECT count(*) FROM ${seasonRegistrations} ${counted} WHERE ${counted.groupId} = ${groupId} AND ${counted.userId} <> ${userId})
    + (SELECT count(*) FROM ${seasonGuests} ${countedGuest} WHERE ${countedGuest.groupId} = ${groupId} AND ${countedGuest.guestId} <> ${guestId}))`
}
