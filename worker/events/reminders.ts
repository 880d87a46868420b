import { sql } from 'drizzle-orm'
import { minutesMost } from '../../domain/events/form-contract.ts'
import type { EventState } from '../../domain/events/states.ts'
import { coarsest, idOf } from '../../domain/geo/cells.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { mustHold, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { logLine } from '../platform/log.ts'
import { type Indexed, keepPast, unindexEvents } from './index-events.ts'
import { areStill } from './load-scope.ts'

/** How long a reminder that nobody could send waits for its turn. After that it would say something else than it means. */
const patience = hour
/** What was not sent in that time is looked for a little longer, so that it is known. */
const missedFor = 15 * minute
/** Of each kind: more than ever begin in a country within an hour are due in one, and all of them are told in time. */
const remindedAMinute = 2000

/** What is sent when, and the bit of `events.reminded` that says it was. `isDue`: at some time after `from`, and not after `to`. */
const reminders = [
  { what: 'dayBefore', bit: 1, dueAt: sql`starts_at - ${day}`, isDue: (from: number, to: number) => startsIn(from + day, to + day) },
  {
    what: 'hoursBefore',
    bit: 2,
    dueAt: sql`starts_at - ${2 * hour}`,
    isDue: (from: number, to: number) => startsIn(from + 2 * hour, to + 2 * hour),
  },
  {
    what: 'howWasIt',
    bit: 4,
    dueAt: sql`ends_at`,
    isDue: (from: number, to: number) => sql`${startsIn(from - longestAsked(to), to)} AND ends_at > ${from} AND ends_at <= ${to}`,
  },
] as const

/** The index is by the start: all that began in two weeks is looked at for the few games that are so long, so only now and then. */
const longestAsked = (now: number) => (new Date(now).getUTCMinutes() % 15 === 0 ? minutesMost * minute : day)

const startsIn = (from: number, to: number) => sql`starts_at > ${from} AND starts_at <= ${to}`

type Due = { id: string; startsAt: number; taken: number; isMissed: number }

/** The minute's chore: has those who come reminded, each time once. Who that is, is looked up when they are told. */
export async function remindOfEvents(db: Database, now: number): Promise<void> {
  for (const { what, bit, dueAt, isDue } of reminders) {
    const missed = sql`${dueAt} <= ${now - patience}`
    const [found] = await runBatch<Due>(db, [
      // Who joined after its time is owed no reminder.
      sql`SELECT id, starts_at AS startsAt, taken, ${missed} AS isMissed FROM events
        WHERE state = 'published' AND ${isDue(now - patience - missedFor, now)} AND reminded & ${bit} = 0 AND taken > 0 AND (NOT ${missed}
          OR EXISTS (SELECT 1 FROM joiners j WHERE j.event_id = events.id AND j.state = 'going' AND j.joined_at <= ${dueAt} AND events.updated_at <= ${dueAt}))
        ORDER BY starts_at LIMIT ${remindedAMinute}`,
    ])
    const due = found?.results ?? []
    if (due.length === 0) continue
    const tooLate = due.filter(({ isMissed }) => isMissed === 1)
    const loads = cutLoads(due.filter(({ isMissed }) => isMissed === 0))
    const told = loads.map((events) => ({ id: `event-reminders:${what}:${events[0]?.id}:${now}`, events }))
    await runBatch(db, [
      // Of two runs at once, one tells of each event; what was moved meanwhile has another time to be told at.
      putRowsInOutbox(
        'work',
        sql`SELECT load.value->>'id' AS id, json_object('kind', 'event-reminders', 'what', ${what}, 'events',
            json_group_array(json_object('eventId', e.id, 'fact', CAST(e.starts_at AS TEXT)))) AS body
          FROM json_each(${JSON.stringify(told)}) load CROSS JOIN json_each(load.value, '$.events') one CROSS JOIN events e
            ON e.id = one.value->>'id' AND e.starts_at = one.value->>'startsAt' AND e.reminded & ${bit} = 0 GROUP BY load.key`,
        { now },
      ),
      sql`UPDATE events SET reminded = reminded | ${bit} FROM json_each(${JSON.stringify(due)}) seen
        WHERE events.id = seen.value->>'id' AND events.starts_at = seen.value->>'startsAt'`,
    ])
    if (tooLate.length > 0) logLine('error', 'reminders-missed', { what, events: tooLate.length })
  }
}

const eventsALoad = 100
const seatsALoad = 2000

/** What one message is about: so many events, and so many people, as are told at once. */
function cutLoads(events: readonly Due[]): Due[][] {
  const loads: Due[][] = []
  let seats = 0
  for (const event of events) {
    const last = loads.at(-1)
    seats += event.taken
    if (last && last.length < eventsALoad && seats <= seatsALoad) last.push(event)
    else {
      loads.push([event])
      seats = event.taken
    }
  }
  return loads
}

const cleanedAtOnce = 200
/** On a Saturday at nine many begin at once: all of them have moved before the next minute. */
const cleaningsAMinute = 10
/** The bit of `events.reminded` that says a cancelled event is on no map. */
const cleaned = 8

type Indexable = Indexed & { version: number; state: EventState; hasBegun: number; isShown: number }

/**
 * The minute's chore: what has begun is found among what is past from now on, the last first, for its rows stand there by their
 * time before zero; what was called off is found nowhere.
 */
export async function cleanEventCells(db: Database, now: number): Promise<void> {
  for (let round = 0; round < cleaningsAMinute; round++) if ((await cleanSome(db, now)) < cleanedAtOnce) return
}

async function cleanSome(db: Database, now: number): Promise<number> {
  // The coarsest cells hold every event once, by its start: what has begun stands first in each.
  const begun = sql`SELECT c.id FROM json_each(${JSON.stringify(coarsest.map(idOf))}) coarse CROSS JOIN event_cells c
    ON c.cell = coarse.value AND c.activity = '' AND c.start > 0 AND c.start <= ${now} LIMIT ${cleanedAtOnce}`
  const cancelled = sql`SELECT id FROM events WHERE state = 'cancelled' AND starts_at > ${now - day} AND reminded & ${cleaned} = 0 LIMIT ${cleanedAtOnce}`
  const [found] = await runBatch<Indexable>(db, [
    sql`SELECT id, activity, starts_at AS startsAt, lat, lng, title, place_name AS placeName, address, version, state, starts_at <= ${now} AS hasBegun,
        state = 'published' AND visibility = 'public' AS isShown
      FROM events WHERE id IN (SELECT id FROM (${begun}) UNION ALL SELECT id FROM (${cancelled}))`,
  ])
  const events = found?.results ?? []
  if (events.length === 0) return 0
  await runBatch(db, [
    // Whoever changes one in this very moment knows better where it stands: all of it is done anew in a minute.
    mustHold('still-as-read', areStill(events)),
    ...unindexEvents(events),
    ...keepPast(events.filter(({ hasBegun, isShown }) => hasBegun === 1 && isShown === 1)),
    sql`UPDATE events SET reminded = reminded | ${cleaned} WHERE state = 'cancelled' AND id IN (SELECT value->>'id' FROM json_each(${JSON.stringify(events)}))`,
  ])
  return events.length
}
