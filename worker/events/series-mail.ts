import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { formatWhen, formatWhenForReader } from '../../domain/events/format-when.ts'
import { describeSeat, writeLeaveLink } from '../../domain/events/seat-words.ts'
import { formatTicketCode } from '../../domain/events/ticket.ts'
import type { MailData, MailTemplateRequest } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { WalletId } from '../../domain/wallets/contract.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { readAll } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { signSeat } from './calendar-file.ts'
import { findEvent } from './find-event.ts'
import { events, joiners } from './schema.ts'
import { findReaderZone } from './seat-mail.ts'
import { e, j } from './tables.ts'

const owner = alias(people, 'owner')

export type SeriesMail = 'series-joined' | 'series-left'

type Mailing = { userId: string; entryIds: readonly string[]; now: number; platform: PlatformId | undefined }

/**
 * Mails a person who got seats in several dates of a series, or gave them up, once for all of them. Before they give them up, it must come
 * before the statement that does it. Without a seat among these entries, there is no email. `confirmSeats` sends those about one game.
 */
export const mailSeries = (name: SeriesMail, id: string, { userId, entryIds, now, platform }: Mailing) => {
  const template = { name, data: { username: '', userId, entryIds } }
  return putRowsInOutbox(
    'mail',
    sql`SELECT ${id} AS id, json_set(${JSON.stringify({ platform, template })}, '$.to', ${owner.email}, '$.template.data.username', ${nameToShowSql(owner)}) AS body
      FROM ${people} ${owner} WHERE ${owner.id} = ${userId} AND ${owner.deletedAt} IS NULL AND ${owner.emailVerifiedAt} IS NOT NULL
        AND EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${inList(j.id, entryIds)} AND ${j.state} = 'going')`,
    { now },
  )
}

type Context = { db: Database; now: number; origin: string; wallets: readonly WalletId[]; secret: string }

const selectDates = (userId: string, entryIds: readonly string[], more: SQL) =>
  selectFields(
    {
      ...{ id: e.id, title: e.title, startsAt: e.startsAt, endsAt: e.endsAt, timeZone: e.timeZone, placeName: e.placeName },
      ...{ leaveMinutes: e.leaveMinutes, entryId: j.id, seatState: j.state, ticketCode: j.ticketCode },
    },
    sql`FROM ${joiners} ${j} CROSS JOIN ${events} ${e} ON ${e.id} = ${j.eventId} AND ${e.state} = 'published'
      WHERE ${inList(j.id, entryIds)} AND ${j.userId} = ${userId} AND ${more} ORDER BY ${e.startsAt}, ${e.id}`,
  )

/** The email about seats in a series, as the dates are now. Null if nothing of it is true any more. */
export async function fillSeriesMail(
  template: { name: SeriesMail; data: MailData<SeriesMail> },
  { db, now, origin, wallets, secret }: Context,
): Promise<MailTemplateRequest | null> {
  const { name, data } = template
  const isIn = sql`${j.state} IN ('going', 'waiting', 'asked', 'offered')`
  const rows = await readAll(
    db,
    selectDates(data.userId, data.entryIds, sql`${name === 'series-joined' ? isIn : sql`${j.state} = 'left'`} AND ${e.startsAt} > ${now}`),
  )
  const [first] = name === 'series-joined' ? rows.filter(({ seatState }) => seatState === 'going') : rows
  if (!first) return null
  const [event, timeZone, seatToken] = await Promise.all([
    name === 'series-joined' ? findEvent(db, data.userId, first.id, now) : null,
    findReaderZone(db, data.userId),
    signSeat(first.entryId, secret),
  ])
  const game = event && describeSeat(event, { now, timeZone, origin, seatToken })
  const dates = rows.map((row) => ({
    eventId: row.id,
    when: formatWhen(row, now),
    whenForReader: formatWhenForReader(row, timeZone, now),
    placeName: row.placeName,
    hasSeat: row.seatState === 'going',
    ticketCode: row.seatState === 'going' && row.ticketCode ? formatTicketCode(row.ticketCode) : null,
    leaveWords: writeLeaveLink(row, now),
  }))
  const series = { title: first.title, first: game && { eventId: first.id, game: { ...game, wallets: [...wallets] } }, dates }
  return { name, data: { ...data, series } }
}
