import { type SQL, sql } from 'drizzle-orm'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { sequenceAt } from '../../domain/calendar/sequence.ts'
import { formatWhen } from '../../domain/events/format-when.ts'
import type { NoticeGame } from '../../domain/events/notice-game.ts'
import { describeSeat } from '../../domain/events/seat-words.ts'
import { holdsSeats } from '../../domain/events/states.ts'
import type { MailData, MailTemplateRequest } from '../../domain/mail/contract.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, orNull, selectFields } from '../platform/row-query.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { calendarFields, readCalendarRow } from './calendar-events.ts'
import { findEvent } from './find-event.ts'
import { events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

type Context = { db: Database; now: number; origin: string }

/** The email that confirms a seat, as the game is now. Null if the person has left since, or if it has begun or was called off. */
export async function fillSeatConfirmed(
  data: MailData<'seat-confirmed'>,
  { db, now, origin }: Context,
): Promise<MailTemplateRequest | null> {
  const { userId, eventId, joinerId } = data
  const [event, profile] = await Promise.all([
    findEvent(db, userId, eventId, now),
    readFirst(
      db,
      selectFields({ timeZone: playerProfiles.timeZone }, sql`FROM ${playerProfiles} WHERE ${playerProfiles.userId} = ${userId}`),
    ),
  ])
  if (event?.live.state !== 'published' || event.startsAt <= now || event.live.mine?.id !== joinerId) return null
  const game = describeSeat(event, { now, timeZone: profile?.timeZone ?? null, origin })
  return game ? { name: 'seat-confirmed', data: { ...data, game } } : null
}

/** The email about a seat that was given up. Null if the person has joined again since, or if the game is over or was called off. */
export async function fillSeatLeft(data: MailData<'seat-left'>, { db, now }: Context): Promise<MailTemplateRequest | null> {
  const { userId, eventId, joinerId } = data
  const game = await readFirst(
    db,
    selectFields(
      { title: e.title, startsAt: e.startsAt, endsAt: e.endsAt, timeZone: e.timeZone, placeName: e.placeName },
      sql`FROM ${events} ${e} JOIN ${joiners} ${j} ON ${j.id} = ${joinerId} AND ${j.userId} = ${userId} AND ${j.eventId} = ${e.id} AND ${j.state} = 'left'
        WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.startsAt} > ${now}`,
    ),
  )
  return game ? { name: 'seat-left', data: { ...data, game: { ...game, when: formatWhen(game, now) } } } : null
}

/** Selects the game with the entry of a person in it. */
const selectGame = (userId: string, eventId: SQL) =>
  selectFields(
    {
      ...calendarFields(sql`0`),
      seatState: computed(sql`${j.state}`, orNull(joiners.state)),
      seatChangedAt: computed(sql`${j.updatedAt}`, orNull(joiners.updatedAt)),
      isConfirmed: computed(sql`coalesce(${j.isConfirmed}, 0)`, asBoolean),
    },
    sql`FROM ${events} ${e} LEFT JOIN ${joiners} ${j} ON ${j.eventId} = ${e.id} AND ${j.userId} = ${userId} WHERE ${e.id} = ${eventId} AND ${e.state} <> 'draft'`,
  )

type Wanted = { userId: string; game: NoticeGame /** The person had a seat, and has lost it. */; isGone: boolean }

/**
 * The entry for the calendar of a player, as their seat is now: a seat that is gone removes it. Null for people who never had a seat for sure, such as those on
 * the waitlist.
 */
export async function findMailedEntry({ userId, game, isGone }: Wanted, { db, now, origin }: Context): Promise<CalendarEvent | null> {
  const eventId =
    'eventId' in game ? sql`${game.eventId}` : sql`(SELECT ${joiners.eventId} FROM ${joiners} WHERE ${joiners.id} = ${game.joinerId})`
  const { found } = await runBatch(db, { found: selectGame(userId, eventId) })
  const [row] = found.rows
  if (!row) return null
  const { seatState, seatChangedAt, isConfirmed, ...calendarRow } = row
  if (seatState !== 'going' && !isConfirmed && !isGone) return null
  const isOut = isGone ? seatState !== 'going' : !holdsSeats(seatState)
  const event = readCalendarRow({ ...calendarRow, description: calendarRow.description }, origin)
  const changedAt = Math.max(row.updatedAt, seatChangedAt ?? now)
  return { ...event, sequence: sequenceAt(changedAt, row.version), isCancelled: event.isCancelled || isOut, updatedAt: changedAt }
}
