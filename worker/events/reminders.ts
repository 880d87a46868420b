import { sql } from 'drizzle-orm'
import { coarsest, idOf } from '../../domain/geo/cells.ts'
import type { Env } from '../env.ts'
import { sendOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { type Indexed, keepPast, unindexEvents } from './index-events.ts'
import { jobsOf, type News, spreadNews } from './news.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** How long a reminder that nobody could send waits for its turn. After that it would say something else than it means. */
const patience = hour
const remindedAMinute = 50

/** What is sent when, and the bit of `events.reminded` that says it was. */
const reminders = [
  { what: 'dayBefore', bit: 1, due: (now: number) => sql`starts_at <= ${now + day} AND starts_at > ${now + day - patience}` },
  { what: 'hoursBefore', bit: 2, due: (now: number) => sql`starts_at <= ${now + 2 * hour} AND starts_at > ${now + 2 * hour - patience}` },
  {
    what: 'howWasIt',
    bit: 4,
    // Of what took longer than a day nobody asks: the index is by the start.
    due: (now: number) =>
      sql`starts_at <= ${now} AND starts_at > ${now - day - patience} AND ends_at <= ${now} AND ends_at > ${now - patience}`,
  },
] as const

/** The minute's chore: has those who come reminded, each time once. Who that is, is looked up when they are told. */
export async function remindOfEvents(db: Database, env: Env, now: number): Promise<void> {
  for (const { what, bit, due } of reminders) {
    const [found] = await runBatch<{ id: string; startsAt: number }>(db, [
      sql`SELECT id, starts_at AS startsAt FROM events WHERE state = 'published' AND ${due(now)} AND reminded & ${bit} = 0 AND taken > 0
        ORDER BY starts_at LIMIT ${remindedAMinute}`,
    ])
    const events = found?.results ?? []
    if (events.length === 0) continue
    // The start names the fact: an event that moves is another one to be reminded of.
    const news: News[] = events.map(({ id, startsAt }) => ({ what, eventId: id, fact: String(startsAt) }))
    await runBatch(db, [
      sql`UPDATE events SET reminded = reminded | ${bit} FROM json_each(${JSON.stringify(events)}) seen
        WHERE events.id = seen.value->>'id' AND events.starts_at = seen.value->>'startsAt'`,
      spreadNews(news, { now }),
    ])
    await sendOutbox(db, env, jobsOf(news))
  }
}

const cleanedAMinute = 200
/** The bit of `events.reminded` that says a cancelled event is on no map. */
const cleaned = 8

type Indexable = Indexed & { isOver: number; isShown: number }

/**
 * The minute's chore: what began a day ago is found among what is over from now on, the last first, for its rows stand there by
 * their time before zero; what was called off is found nowhere.
 */
export async function cleanEventCells(db: Database, now: number): Promise<void> {
  // The coarsest cells hold every event once, by its start: what is over stands first in each.
  const begun = sql`SELECT c.id FROM json_each(${JSON.stringify(coarsest.map(idOf))}) coarse CROSS JOIN event_cells c
    ON c.cell = coarse.value AND c.activity = '' AND c.start > 0 AND c.start <= ${now - day} LIMIT ${cleanedAMinute}`
  const cancelled = sql`SELECT id FROM events WHERE state = 'cancelled' AND starts_at > ${now - day} AND reminded & ${cleaned} = 0 LIMIT ${cleanedAMinute}`
  const [found] = await runBatch<Indexable>(db, [
    sql`SELECT id, activity, starts_at AS startsAt, lat, lng, title, place_name AS placeName, starts_at <= ${now - day} AS isOver,
        state = 'published' AND visibility = 'public' AS isShown
      FROM events WHERE id IN (SELECT id FROM (${begun}) UNION ALL SELECT id FROM (${cancelled}))`,
  ])
  const events = found?.results ?? []
  if (events.length === 0) return
  const over = events.filter(({ isOver, isShown }) => isOver === 1 && isShown === 1)
  await runBatch(db, [
    ...unindexEvents(events),
    ...keepPast(over),
    sql`UPDATE events SET reminded = reminded | ${cleaned} WHERE state = 'cancelled' AND id IN (SELECT value->>'id' FROM json_each(${JSON.stringify(events)}))`,
  ])
}
