import { sql } from 'drizzle-orm'
import { maxOccurrences } from '../../domain/events/form-contract.ts'
import type { SeriesDate } from '../../domain/events/series-contract.ts'
import { activeStates } from '../../domain/events/states.ts'
import { minute } from '../../domain/time/spans.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { selectFields } from '../platform/row-query.ts'
import { callSubstitutes } from './call-substitutes.ts'
import { opened } from './same-series.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { inSeatBatchOf } from './seats.ts'
import { mailSeries } from './series-mail.ts'
import { e, j } from './tables.ts'
import { payUntilOfLeft } from './unpaid-holds.ts'

/** The person's entries in a game and in the later dates of its series that cost nothing. What was paid for is given up one by one. */
const selectLaterEntries = (userId: string, eventId: string, now: number) =>
  selectFields(
    { id: j.id, eventId: j.eventId, startsAt: e.startsAt, timeZone: e.timeZone },
    sql`FROM ${events} ${opened} CROSS JOIN ${events} ${e} ON ${e.seriesId} = ${opened.seriesId} AND ${e.startsAt} >= ${opened.startsAt}
        AND ${e.startsAt} > ${now} AND ${e.state} = 'published' AND ${e.pricing} IS NULL
      CROSS JOIN ${joiners} ${j} ON ${j.eventId} = ${e.id} AND ${j.userId} = ${userId} AND ${isActiveIn(j)}
      WHERE ${opened.id} = ${eventId} ORDER BY ${e.startsAt}, ${e.id} LIMIT ${maxOccurrences}`,
  )

/**
 * Leaves a game and all later dates of its series that cost nothing, in one batch. Free seats are offered to others by the job of the
 * next minute. The answer has each date that the person was in.
 */
export async function leaveSeries(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
): Promise<SeriesDate[]> {
  const entries = await readAll(db, selectLaterEntries(userId, eventId, now))
  if (entries.length === 0) return []
  const entryIds = entries.map(({ id }) => id)
  const isLate = sql`${now} > (SELECT ${e.startsAt} - ${e.leaveMinutes} * ${minute} FROM ${events} ${e} WHERE ${e.id} = ${joiners.eventId})`
  const { after } = await runBatch(
    db,
    inSeatBatchOf(
      sql`SELECT value->>'eventId' FROM json_each(${JSON.stringify(entries)})`,
      now,
      {
        called: callSubstitutes(inList(j.id, entryIds), now),
        mailed: mailSeries('series-left', newId(), { userId, entryIds, now, platform }),
        left: db
          .update(joiners)
          .set({
            state: 'left',
            offerExpiresAt: null,
            updatedAt: now,
            isConfirmed: false,
            payUntil: payUntilOfLeft,
            leftLate: sql`${joiners.state} = 'going' AND ${isLate}`,
          })
          .where(
            sql`${inList(joiners.id, entryIds)} AND ${joiners.userId} = ${userId} AND ${isActiveIn(joiners)} AND ${joiners.startsAt} > ${now}`,
          ),
        after: selectFields(
          { eventId: j.eventId, state: j.state },
          sql`FROM ${joiners} ${j} WHERE ${inList(j.id, entryIds)} AND ${j.userId} = ${userId} AND ${isActiveIn(j)}`,
        ),
      },
      platform,
    ),
  )
  const kept = new Map(after.rows.map(({ eventId: id, state }) => [id, state]))
  return entries.map(({ eventId: id, startsAt, timeZone }) => {
    const state = activeStates.find((active) => active === kept.get(id)) ?? null
    return { id, startsAt, timeZone, state, isNew: state === null, why: null }
  })
}
