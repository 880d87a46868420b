import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { judgeJoin, readAnswers } from '../../domain/events/rules.ts'
import type { JoinSeries, SeriesDate } from '../../domain/events/series-contract.ts'
import { activeStates, joinOutcomes } from '../../domain/events/states.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { inList, literalList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { selectFields } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { countFriendsOf } from './friend-seats.ts'
import { insertEntry } from './insert-entry.ts'
import { isJoiningOpen } from './joins-at.ts'
import { isKeptOut, isOpenForJoining, readDatesForJoiner, toJoinFacts } from './read-event-for-joiner.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { freeSeats, hasWaitlist, inSeatBatchOf, seatStateBy, slotSeats } from './seats.ts'
import { mailSeries } from './series-mail.ts'
import { e, j } from './tables.ts'
import { newTicketCode } from './ticket-codes.ts'
import { drawLotteryNumber, waitlistRankOf } from './waitlist-rank.ts'

type DateToJoin = Awaited<ReturnType<typeof readDatesForJoiner>>[number]

/** The answers to the questions of each date, or why there are none. */
function answerDate(date: DateToJoin, given: JoinSeries['answers'], isOpened: boolean): Record<string, string> | AppError {
  if (date.pricing !== null) return new AppError('DateCostsMoney')
  try {
    return readAnswers(date.questions, given)
  } catch (error) {
    if (isOpened || !(error instanceof AppError)) throw error
    return error
  }
}

/**
 * Joins all upcoming dates of a series that cost nothing, in one batch. Each date follows the rules of its own seats, and its seats are
 * counted by the statement that takes them. Who is in a date already stays there. The answer has each date that the person can see.
 */
export async function joinSeries(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
  { slotId, guests, answers: given }: JoinSeries,
): Promise<SeriesDate[]> {
  const dates = await readDatesForJoiner(db, eventId, userId, now)
  if (dates.length === 0) throw new AppError('EventOverOrCancelled')
  const planned = dates.map((date) => ({ date, answers: answerDate(date, given, date.id === eventId) }))
  const rows = await Promise.all(
    planned.flatMap(({ date, answers }) =>
      answers instanceof AppError
        ? []
        : [drawLotteryNumber(date.id, userId).then((draw) => ({ eventId: date.id, id: newId(), draw, answers }))],
    ),
  )
  const entryIds = rows.map(({ id }) => id)
  const seats = 1 + guests.length
  const found = sql`SELECT ${e.id} AS id, ${e.startsAt} AS startsAt, ${waitlistRankOf(userId, sql`date.value->>'draw'`)} AS waitlistRank,
      date.value->>'id' AS entryId, date.value->'answers' AS answers,
      CASE WHEN ${e.needsApproval} AND NOT ${isHostOf(userId)} THEN 'asked'
        WHEN ${freeSeats(slotId)} >= ${seats} AND NOT ${hasWaitlist(slotId)} THEN ${seatStateBy('join', userId, now)}
        ELSE 'waiting' END AS state
    FROM json_each(${JSON.stringify(rows)}) date CROSS JOIN ${events} ${e} ON ${isOpenForJoining(sql`date.value->>'eventId'`, userId, now)}
    WHERE ${e.pricing} IS NULL AND ${isJoiningOpen(userId, now)} AND NOT ${isKeptOut(userId, now)}
      AND (${guests.length} = 0 OR ${guests.length} + ${countFriendsOf(userId, e.id)} <= ${e.maxGuests}) AND ${slotSeats(slotId)} >= ${seats}`
  const { after } = await runBatch(
    db,
    inSeatBatchOf(
      sql`SELECT value->>'eventId' FROM json_each(${JSON.stringify(rows)})`,
      now,
      {
        joined: insertEntry(
          {
            id: sql`found.entryId`,
            userId,
            slotId,
            tierId: null,
            guests,
            answers: sql`found.answers`,
            ticketCode: newTicketCode(sql`found.id`),
            hasOwnMail: false,
            now,
          },
          found,
        ),
        notified: notifyHosts(newId(), entryIds, { now, platform }),
        mailed: mailSeries('series-joined', newId(), { userId, entryIds, now, platform }),
        after: selectFields(
          { id: j.id, eventId: j.eventId, state: j.state },
          sql`FROM ${joiners} ${j} WHERE ${j.userId} = ${userId} AND ${inList(
            j.eventId,
            dates.map(({ id }) => id),
          )} AND ${isActiveIn(j)}`,
        ),
      },
      platform,
    ),
  )
  const entries = new Map(after.rows.map((entry) => [entry.eventId, entry]))
  const isNew = new Set(entryIds)
  return planned.map(({ date, answers }) => {
    const { id, startsAt, timeZone } = date
    const entry = entries.get(id)
    const state = activeStates.find((active) => active === entry?.state) ?? null
    if (entry) return { id, startsAt, timeZone, state, isNew: isNew.has(entry.id), why: null }
    const refusal =
      answers instanceof AppError ? answers : judgeJoin(toJoinFacts(date, slotId, now), guests.length, countOthers(date, guests.length))
    return { id, startsAt, timeZone, state: null, isNew: false, why: refusal.userMessage }
  })
}

/** The friends whom the player brought to this date before leaving it are still in it, and count like guests. */
const countOthers = ({ friends }: DateToJoin, guests: number): number => (guests > 0 ? guests + friends : 0)

/** The hosts get one notice for all seats, one for all places on waitlists, and one for all requests. It names the first of these dates. */
const notifyHosts = (
  id: string,
  entryIds: readonly string[],
  { now, platform }: { now: number; platform: CommandContext['platform'] | undefined },
) =>
  notifyOfRows(
    sql`SELECT ${id} || ':' || first.state AS id,
        json_object('kind', 'event-joined', 'joinerId', first.id, 'as', first.state, 'moreDates', first.dates - 1) AS fact
      FROM (SELECT ${j.id} AS id, ${j.state} AS state, count(*) OVER (PARTITION BY ${j.state}) AS dates,
          row_number() OVER (PARTITION BY ${j.state} ORDER BY ${j.startsAt}, ${j.id}) AS place
        FROM ${joiners} ${j} WHERE ${inList(j.id, entryIds)} AND ${j.state} IN ${literalList(joinOutcomes)}) first
      WHERE first.place = 1`,
    { now, platform },
  )
