import { type SQL, sql } from 'drizzle-orm'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { sequenceAt } from '../../domain/calendar/sequence.ts'
import { formatWhen } from '../../domain/events/format-when.ts'
import type { NoticeGame } from '../../domain/events/notice-game.ts'
import { describeSeat } from '../../domain/events/seat-words.ts'
import { holdsSeats } from '../../domain/events/states.ts'
import type { MailData, MailTemplateRequest } from '../../domain/mail/contract.ts'
import type { WalletId } from '../../domain/wallets/contract.ts'
import { readAll, readFirst } from '../platform/batch.ts'
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
  { db, now, origin, wallets, seatToken }: Context & { wallets: readonly WalletId[]; seatToken: string },
): Promise<MailTemplateRequest | null> {
  const { userId, eventId, joinerId } = data
  const [event, timeZone] = await Promise.all([findEvent(db, userId, eventId, now), findReaderZone(db, userId)])
  if (event?.live.state !== 'published' || event.startsAt <= now || event.live.mine?.id !== joinerId) return null
  const game = describeSeat(event, { now, timeZone, origin, seatToken })
  return game ? { name: 'seat-confirmed', data: { ...data, game: { ...game, wallets: [...wallets] } } } : null
}

/** The time zone of a person; null if we do not know it. */
export async function findReaderZone(db: Database, userId: string): Promise<string | null> {
  const isOwn = sql`${playerProfiles.userId} = ${userId}`
  const profile = await readFirst(db, selectFields({ timeZone: playerProfiles.timeZone }, sql`FROM ${playerProfiles} WHERE ${isOwn}`))
  return profile?.timeZone ?? null
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

/** Selects games with the entry of a person in each. */
const selectGames = (userId: string, eventIds: SQL) =>
  selectFields(
    {
      ...calendarFields(sql`0`),
      seatState: computed(sql`${j.state}`, orNull(joiners.state)),
      seatChangedAt: computed(sql`${j.updatedAt}`, orNull(joiners.updatedAt)),
      isConfirmed: computed(sql`coalesce(${j.isConfirmed}, 0)`, asBoolean),
    },
    sql`FROM ${events} ${e} LEFT JOIN ${joiners} ${j} ON ${j.eventId} = ${e.id} AND ${j.userId} = ${userId}
      WHERE ${e.id} IN (${eventIds}) AND ${e.state} <> 'draft' ORDER BY ${e.startsAt}, ${e.id}`,
  )

type Wanted = {
  userId: string
  game: NoticeGame | { joinerIds: readonly string[] }
  /** The person had a seat, and has lost it. */
  isGone: boolean
}

/**
 * The entries for the calendar of a player, as their seats are now: a seat that is gone removes its entry. There is none for a game in which the person never had a
 * seat for sure, such as one on whose waitlist they are.
 */
export async function findMailedEntries({ userId, game, isGone }: Wanted, { db, now, origin }: Context): Promise<CalendarEvent[]> {
  const joinerIds = 'joinerIds' in game ? game.joinerIds : 'joinerId' in game ? [game.joinerId] : []
  const eventIds =
    'eventId' in game
      ? sql`${game.eventId}`
      : sql`SELECT ${joiners.eventId} FROM ${joiners} WHERE ${joiners.id} IN (SELECT value FROM json_each(${JSON.stringify(joinerIds)}))`
  const rows = await readAll(db, selectGames(userId, eventIds))
  return rows.flatMap(({ seatState, seatChangedAt, isConfirmed, ...row }) => {
    if (seatState !== 'going' && !isConfirmed && !isGone) return []
    const isOut = isGone ? seatState !== 'going' : !holdsSeats(seatState)
    const event = readCalendarRow(row, origin)
    const changedAt = Math.max(row.updatedAt, seatChangedAt ?? now)
    return [{ ...event, sequence: sequenceAt(changedAt, row.version), isCancelled: event.isCancelled || isOut, updatedAt: changedAt }]
  })
}
