import { and, eq, exists, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { maxDurationMinutes } from '../../domain/events/form-contract.ts'
import type { ReminderKind } from '../../domain/events/states.ts'
import { coarsestCells, toCellId } from '../../domain/geo/cells.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { mustHold, readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { logLine } from '../platform/log.ts'
import { indexedColumns, indexPastEvents, isListed, unindexEvents } from './index-events.ts'
import { areUnchanged } from './load-scope.ts'
import { eventCells, events } from './schema.ts'
import { e, j } from './tables.ts'

/** How late a reminder may be sent. After that its text would be wrong. */
const maxDelay = hour
/** After `maxDelay` we still look for unsent reminders for this long, to log them. */
const missedWindow = 15 * minute
/** How many games get a reminder of each kind per minute. Fewer than 60 times as many games start in an hour, so all get it in time. */
const maxRemindedPerMinute = 2000

type Reminder = {
  kind: ReminderKind
  /** The bit of `events.reminded` that says it was sent. */
  bit: number
  dueAt: SQL
  /** Whether the reminder is due after `from` and until `to`. */
  isDue: (from: number, to: number) => SQL | undefined
}

const startsIn = (from: number, to: number) => and(gt(events.startsAt, from), lte(events.startsAt, to))

const makeReminderBeforeStart = (kind: ReminderKind, bit: number, span: number): Reminder => ({
  kind,
  bit,
  dueAt: sql`${events.startsAt} - ${span}`,
  isDue: (from, to) => startsIn(from + span, to + span),
})

/**
 * How long a game may be to be found by its end. The index is by the start, so to find the few games that last up to two weeks we
 * must read all games of two weeks. We do that only every 15 minutes.
 */
const maxDurationSearched = (now: number) => (new Date(now).getUTCMinutes() % 15 === 0 ? maxDurationMinutes * minute : day)

const reminders: readonly Reminder[] = [
  makeReminderBeforeStart('dayBefore', 1, day),
  makeReminderBeforeStart('hoursBefore', 2, 2 * hour),
  {
    kind: 'feedback',
    bit: 4,
    dueAt: sql`${events.endsAt}`,
    isDue: (from, to) => and(startsIn(from - maxDurationSearched(to), to), gt(events.endsAt, from), lte(events.endsAt, to)),
  },
]

/** Selects the published games with players for which this reminder is due and was not sent. */
function selectDue(db: Database, { bit, dueAt, isDue }: Reminder, now: number) {
  const isMissed = sql`(${dueAt} <= ${now - maxDelay})`
  // A missed reminder counts only if somebody had joined before it was due.
  const joinedBefore = db
    .select({ one: sql`1` })
    .from(j)
    .where(and(eq(j.eventId, events.id), eq(j.state, 'going'), sql`${j.joinedAt} <= ${dueAt}`, sql`${events.updatedAt} <= ${dueAt}`))
  return db
    .select({
      id: events.id,
      startsAt: events.startsAt,
      taken: events.taken,
      isMissed: sql<boolean>`${isMissed}`.mapWith(Boolean).as('isMissed'),
    })
    .from(events)
    .where(
      and(
        eq(events.state, 'published'),
        isDue(now - maxDelay - missedWindow, now),
        sql`${events.reminded} & ${bit} = 0`,
        gt(events.taken, 0),
        or(sql`NOT ${isMissed}`, exists(joinedBefore)),
      ),
    )
    .orderBy(events.startsAt)
    .limit(maxRemindedPerMinute)
}

type Due = { id: string; startsAt: number; taken: number }
type Batch = { id: string; events: readonly Due[] }

/**
 * Selects for each batch its `id` and, as JSON, the `events` that still need the reminder and still have the same start time. If two
 * runs happen at once, only one of them sends the reminder of a game.
 */
const selectBatches = (batches: readonly Batch[], bit: number): SQL => sql`
  SELECT batch.value->>'id' AS id, json_group_array(json_object('eventId', ${e.id}, 'startsAt', ${e.startsAt})) AS events
  FROM json_each(${JSON.stringify(batches)}) batch CROSS JOIN json_each(batch.value, '$.events') due CROSS JOIN ${events} ${e}
    ON ${e.id} = due.value->>'id' AND ${e.startsAt} = due.value->>'startsAt' AND ${e.reminded} & ${bit} = 0
  GROUP BY batch.key`

const selectReminderFacts = (kind: ReminderKind, batches: SQL): SQL => sql`
  SELECT 'event-reminder:' || ${kind} || ':' || id AS id, json_object('kind', 'event-reminder', 'what', ${kind}, 'events', json(events)) AS fact
  FROM (${batches})`

const selectFinishedGames = (batches: SQL): SQL => sql`
  SELECT 'games-over:' || id AS id,
    json_object('kind', 'games-over', 'eventIds', (SELECT json_group_array(game.value->>'eventId') FROM json_each(events) game)) AS body
  FROM (${batches})`

/** Runs every minute: sends each reminder once. The players are looked up when it is delivered. */
export async function remindOfEvents(db: Database, now: number): Promise<void> {
  for (const reminder of reminders) {
    const { kind, bit } = reminder
    const due = await readAll(db, selectDue(db, reminder, now))
    if (due.length === 0) continue
    const missed = due.filter(({ isMissed }) => isMissed).length
    const batches = selectBatches(
      splitIntoBatches(due.filter(({ isMissed }) => !isMissed)).map((events) => ({ id: `${events[0]?.id}:${now}`, events })),
      bit,
    )
    await runBatch(db, {
      notified: notifyOfRows(selectReminderFacts(kind, batches), { now }),
      counted: kind === 'feedback' ? putRowsInOutbox('work', selectFinishedGames(batches), { now }) : [],
      reminded: db
        .update(events)
        .set({ reminded: sql`${events.reminded} | ${bit}` })
        .from(sql`json_each(${JSON.stringify(due)}) seen`)
        .where(sql`${events.id} = seen.value->>'id' AND ${events.startsAt} = seen.value->>'startsAt'`),
    })
    if (missed > 0) logLine('error', 'reminders-missed', { what: kind, events: missed })
  }
}

const maxEventsPerBatch = 100
const maxSeatsPerBatch = 2000

/** Splits games into batches. Each batch becomes one message. */
function splitIntoBatches(due: readonly Due[]): Due[][] {
  const batches: Due[][] = []
  let seats = 0
  for (const event of due) {
    const last = batches.at(-1)
    seats += event.taken
    if (last && last.length < maxEventsPerBatch && seats <= maxSeatsPerBatch) last.push(event)
    else {
      batches.push([event])
      seats = event.taken
    }
  }
  return batches
}

const maxCleanedPerRound = 200
/** On Saturday at nine many games start at once. These rounds are enough to move all of them within the minute. */
const maxRoundsPerMinute = 10
/** The bit of `events.reminded` that says that a cancelled game was removed from all maps. */
const cleanedBit = 8

/**
 * Runs every minute: moves games that have started to the past games, and removes cancelled games from all maps. Past games have a
 * negative start time in the index, so that the latest comes first.
 */
export async function cleanEventCells(db: Database, now: number): Promise<void> {
  for (let round = 0; round < maxRoundsPerMinute; round++) if ((await cleanRound(db, now)) < maxCleanedPerRound) return
}

/** Selects games that have started. The coarsest cells hold each game once, ordered by start, so these games come first in each cell. */
const selectStarted = (now: number): SQL => sql`
  SELECT ${eventCells.id} FROM json_each(${JSON.stringify(coarsestCells.map(toCellId))}) coarse CROSS JOIN ${eventCells}
    ON ${eventCells.cell} = coarse.value AND ${eventCells.activity} = '' AND ${eventCells.start} > 0 AND ${eventCells.start} <= ${now}
  LIMIT ${maxCleanedPerRound}`

async function cleanRound(db: Database, now: number): Promise<number> {
  const cancelled = db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.state, 'cancelled'), gt(events.startsAt, now - day), sql`${events.reminded} & ${cleanedBit} = 0`))
    .limit(maxCleanedPerRound)
  const found = await readAll(
    db,
    db
      .select({ ...indexedColumns(events), version: events.version, state: events.state, visibility: events.visibility })
      .from(events)
      .where(sql`${events.id} IN (SELECT id FROM (${selectStarted(now)}) UNION ALL SELECT id FROM ${cancelled})`),
  )
  if (found.length === 0) return 0
  await runBatch(db, {
    // If a host changes one of these games at this moment, the batch fails and the next minute tries again.
    stillAsRead: mustHold('still-as-read', areUnchanged(found)),
    unindexed: unindexEvents(found),
    indexedAsPast: indexPastEvents(found.filter((game) => isListed(game) && game.startsAt <= now)),
    marked: db
      .update(events)
      .set({ reminded: sql`${events.reminded} | ${cleanedBit}` })
      .where(
        and(
          eq(events.state, 'cancelled'),
          inList(
            events.id,
            found.map(({ id }) => id),
          ),
        ),
      ),
  })
  return found.length
}
