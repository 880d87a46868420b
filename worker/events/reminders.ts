import { and, eq, exists, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { maxMinutes } from '../../domain/events/form-contract.ts'
import type { ReminderKind } from '../../domain/events/states.ts'
import { coarsest, idOf } from '../../domain/geo/cells.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { tellOfRows } from '../notifications/commands.ts'
import { mustHold, readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { logLine } from '../platform/log.ts'
import { indexedColumns, isListed, keepPast, unindexEvents } from './index-events.ts'
import { areStill } from './load-scope.ts'
import { eventCells, events } from './schema.ts'
import { e, j } from './tables.ts'

/** A reminder that could not be sent in time waits this long. After that it would say something else than it means. */
const maxDelay = hour
/** Reminders that were not sent in that time are looked for a little longer, to log them. */
const missedFor = 15 * minute
/** Of each kind. Within an hour fewer games than this times 60 start in a country, so all of them are sent in time. */
const maxRemindedAMinute = 2000

type Reminder = {
  what: ReminderKind
  /** The bit of `events.reminded` that says it was sent. */
  bit: number
  dueAt: SQL
  /** Whether it is due at some time after `from`, and not after `to`. */
  isDue: (from: number, to: number) => SQL | undefined
}

const startsIn = (from: number, to: number) => and(gt(events.startsAt, from), lte(events.startsAt, to))

const beforeStart = (what: ReminderKind, bit: number, span: number): Reminder => ({
  what,
  bit,
  dueAt: sql`${events.startsAt} - ${span}`,
  isDue: (from, to) => startsIn(from + span, to + span),
})

/** The index is by the start: reading all games of two weeks to find the few long ones is done only now and then. */
const longestGame = (now: number) => (new Date(now).getUTCMinutes() % 15 === 0 ? maxMinutes * minute : day)

const reminders: readonly Reminder[] = [
  beforeStart('dayBefore', 1, day),
  beforeStart('hoursBefore', 2, 2 * hour),
  {
    what: 'howWasIt',
    bit: 4,
    dueAt: sql`${events.endsAt}`,
    isDue: (from, to) => and(startsIn(from - longestGame(to), to), gt(events.endsAt, from), lte(events.endsAt, to)),
  },
]

/** Published games with players whose reminder of this kind is due and was not sent. */
function selectDue(db: Database, { bit, dueAt, isDue }: Reminder, now: number) {
  const isMissed = sql`(${dueAt} <= ${now - maxDelay})`
  // Players who joined after a missed reminder was due did not miss it.
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
        isDue(now - maxDelay - missedFor, now),
        sql`${events.reminded} & ${bit} = 0`,
        gt(events.taken, 0),
        or(sql`NOT ${isMissed}`, exists(joinedBefore)),
      ),
    )
    .orderBy(events.startsAt)
    .limit(maxRemindedAMinute)
}

type Due = { id: string; startsAt: number; taken: number }
type Load = { id: string; events: readonly Due[] }

/**
 * For each load a row with its `id` and, as JSON, the `events` that were not reminded and not moved meanwhile: of two runs at once,
 * one reminds of each game.
 */
const selectLoads = (loads: readonly Load[], bit: number): SQL => sql`
  SELECT load.value->>'id' AS id, json_group_array(json_object('eventId', ${e.id}, 'startsAt', ${e.startsAt})) AS events
  FROM json_each(${JSON.stringify(loads)}) load CROSS JOIN json_each(load.value, '$.events') due CROSS JOIN ${events} ${e}
    ON ${e.id} = due.value->>'id' AND ${e.startsAt} = due.value->>'startsAt' AND ${e.reminded} & ${bit} = 0
  GROUP BY load.key`

const selectReminderFacts = (what: ReminderKind, loads: SQL): SQL => sql`
  SELECT 'event-reminder:' || ${what} || ':' || id AS id, json_object('kind', 'event-reminder', 'what', ${what}, 'events', json(events)) AS fact
  FROM (${loads})`

const selectGamesOver = (loads: SQL): SQL => sql`
  SELECT 'games-over:' || id AS id,
    json_object('kind', 'games-over', 'eventIds', (SELECT json_group_array(over.value->>'eventId') FROM json_each(events) over)) AS body
  FROM (${loads})`

/** The minute's chore: has players reminded, each time once. Who they are is looked up at delivery. */
export async function remindOfEvents(db: Database, now: number): Promise<void> {
  for (const reminder of reminders) {
    const { what, bit } = reminder
    const due = await readAll(db, selectDue(db, reminder, now))
    if (due.length === 0) continue
    const missed = due.filter(({ isMissed }) => isMissed).length
    const loads = selectLoads(
      cutLoads(due.filter(({ isMissed }) => !isMissed)).map((events) => ({ id: `${events[0]?.id}:${now}`, events })),
      bit,
    )
    await runBatch(db, {
      told: tellOfRows(selectReminderFacts(what, loads), { now }),
      counted: what === 'howWasIt' ? putRowsInOutbox('work', selectGamesOver(loads), { now }) : [],
      reminded: db
        .update(events)
        .set({ reminded: sql`${events.reminded} | ${bit}` })
        .from(sql`json_each(${JSON.stringify(due)}) seen`)
        .where(sql`${events.id} = seen.value->>'id' AND ${events.startsAt} = seen.value->>'startsAt'`),
    })
    if (missed > 0) logLine('error', 'reminders-missed', { what, events: missed })
  }
}

const maxEventsALoad = 100
const maxSeatsALoad = 2000

/** Cuts games into loads: one message each. */
function cutLoads(due: readonly Due[]): Due[][] {
  const loads: Due[][] = []
  let seats = 0
  for (const event of due) {
    const last = loads.at(-1)
    seats += event.taken
    if (last && last.length < maxEventsALoad && seats <= maxSeatsALoad) last.push(event)
    else {
      loads.push([event])
      seats = event.taken
    }
  }
  return loads
}

const cleanedAtOnce = 200
/** On a Saturday at nine many games start at once: all of them have moved before the next minute. */
const maxCleaningsAMinute = 10
/** The bit of `events.reminded` that says a cancelled game is on no map. */
const cleaned = 8

/**
 * The minute's chore: games that have begun are found among past ones from now on, the last first, because their rows there have
 * their time before zero. Cancelled games are found nowhere.
 */
export async function cleanEventCells(db: Database, now: number): Promise<void> {
  for (let round = 0; round < maxCleaningsAMinute; round++) if ((await cleanSome(db, now)) < cleanedAtOnce) return
}

/** The coarsest cells hold every game once, by its start: games that have begun stand first in each. */
const selectBegun = (now: number): SQL => sql`
  SELECT ${eventCells.id} FROM json_each(${JSON.stringify(coarsest.map(idOf))}) coarse CROSS JOIN ${eventCells}
    ON ${eventCells.cell} = coarse.value AND ${eventCells.activity} = '' AND ${eventCells.start} > 0 AND ${eventCells.start} <= ${now}
  LIMIT ${cleanedAtOnce}`

async function cleanSome(db: Database, now: number): Promise<number> {
  const cancelled = db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.state, 'cancelled'), gt(events.startsAt, now - day), sql`${events.reminded} & ${cleaned} = 0`))
    .limit(cleanedAtOnce)
  const found = await readAll(
    db,
    db
      .select({ ...indexedColumns(events), version: events.version, state: events.state, visibility: events.visibility })
      .from(events)
      .where(sql`${events.id} IN (SELECT id FROM (${selectBegun(now)}) UNION ALL SELECT id FROM ${cancelled})`),
  )
  if (found.length === 0) return 0
  await runBatch(db, {
    // Whoever changes one in this very moment knows better where it stands: all of it is done anew in a minute.
    stillAsRead: mustHold('still-as-read', areStill(found)),
    unindexed: unindexEvents(found),
    kept: keepPast(found.filter((game) => isListed(game) && game.startsAt <= now)),
    marked: db
      .update(events)
      .set({ reminded: sql`${events.reminded} | ${cleaned}` })
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
