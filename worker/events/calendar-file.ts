import { sql } from 'drizzle-orm'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { readSignedToken, signToken } from '../platform/signature.ts'
import { toCalendarEvent } from './calendar-events.ts'
import { findEvent } from './find-event.ts'
import { joiners } from './schema.ts'
import { findMailedEntries } from './seat-mail.ts'

const purpose = 'game-calendar'

/** Lets whoever has it load the calendar file of the game as its player. It works as long as they have this seat. */
export const signSeat = (joinerId: string, secret: string): Promise<string> => signToken(purpose, joinerId, secret)

/** The person whose seat in this game the token is about. Null if we did not sign it, or if they have the seat no longer. */
export async function findSeatHolder(db: Database, eventId: string, token: string, secret: string): Promise<string | null> {
  const joinerId = await readSignedToken(purpose, token, secret)
  if (joinerId === null) return null
  const isSeat = sql`${joiners.id} = ${joinerId} AND ${joiners.eventId} = ${eventId} AND ${joiners.state} = 'going'`
  const found = await readFirst(db, selectFields({ userId: joiners.userId }, sql`FROM ${joiners} WHERE ${isSeat}`))
  return found?.userId ?? null
}

type Context = { db: Database; now: number; origin: string }

/** A game for a calendar. For a player it is the entry of the emails about their seat, so that a calendar takes neither for an older one. */
export async function findCalendarEntry(viewerId: string | null, id: string, { db, now, origin }: Context): Promise<CalendarEvent> {
  const event = await findEvent(db, viewerId, id, now)
  if (!event) throw eventNotFound()
  const { live, where } = event
  if (live.state === 'draft') throw new AppError('EventNotPublished')
  // People who wait or asked to join get no file, because their calendar would show that they play.
  if (live.mine !== null && live.mine.state !== 'going') throw new AppError('NoSeatYet')
  if (viewerId !== null && live.mine !== null) {
    const [own] = await findMailedEntries({ userId: viewerId, game: { eventId: id }, isGone: false }, { db, now, origin })
    if (own) return own
  }
  const { name: placeName, ...point } = where
  return toCalendarEvent({ ...event, ...point, placeName, version: live.version, state: live.state }, origin)
}
