import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LocatedEvent } from '../../domain/geo/contract.ts'
import { countedBits, countedSteps, nameCellAt } from '../../domain/geo/count-grid.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { localDayOf } from '../../domain/time/wall-clock.ts'
import { removeCells, writeCells } from '../../worker/geo/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'
import { makeRandomItems } from './random-items.ts'

const db = openPrimary(env.DB)
const run = (...statements: SQL[]) => runStatements(db, statements)

beforeEach(async () => {
  await run(sql`DELETE FROM event_cells`)
})

const text = (...parts: (string | number | boolean)[]) => parts.join(' ')

/** What the table must hold for these rows of the index, computed one by one. */
function countAll(events: readonly LocatedEvent[]): string[] {
  const sums = new Map<string, [count: number, latSum: number, lngSum: number]>()
  for (const { lat, lng, start, day: localDay, activities } of events) {
    const wrappedLng = lng === 180 ? -180 : lng
    for (const activity of ['', ...activities])
      for (const bits of countedBits)
        for (const counted of [0, localDay, -1 - ((localDay + 3) % 7)]) {
          const key = text(activity, Number(start < 0), counted, nameCellAt({ bits }, { lat, lng: wrappedLng }))
          const [count, latSum, lngSum] = sums.get(key) ?? [0, 0, 0]
          const toSteps = (degrees: number) => Math.sign(degrees) * Math.round(Math.abs(degrees) * countedSteps)
          sums.set(key, [count + 1, latSum + toSteps(lat), lngSum + toSteps(wrappedLng)])
        }
  }
  return [...sums].map(([key, sum]) => text(key, ...sum)).sort()
}

async function readAll(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT activity || ' ' || is_past || ' ' || day || ' ' || (cell >> 28) || '-' || (cell & 16383) || '-' || ((cell >> 14) & 16383) || ' ' ||
      count || ' ' || lat_sum || ' ' || lng_sum AS line FROM event_counts`,
  ).all<{ line: string }>()
  return results.map(({ line }) => line).sort()
}

describe('The counts of games by cell, day and activity', () => {
  it('stay exact while games are added, written again, moved, put off, started and removed in any order', async () => {
    const random = makeRandom(11)
    const pool = makeRandomItems(random, 120).events.map((event) => ({ ...event, start: event.start + 1, day: 20_000 + event.day }))
    const listed = new Map<string, LocatedEvent>()
    for (let step = 0; step < 60; step += 1) {
      const chosen = pool.filter(() => random() < 0.1)
      const known = chosen.filter(({ id }) => listed.has(id)).map(({ id }) => listed.get(id) as LocatedEvent)
      const kind = random()
      if (kind < 0.35) {
        await run(
          writeCells(
            'event_cells',
            chosen.map((event) => listed.get(event.id) ?? event),
          ),
        )
        for (const event of chosen) if (!listed.has(event.id)) listed.set(event.id, event)
      } else if (kind < 0.55) {
        const moved = known.map((event) => ({
          ...event,
          lat: Math.max(-90, event.lat - random()),
          start: -event.start,
          day: event.day + 1,
        }))
        await run(removeCells('event_cells', known), writeCells('event_cells', moved))
        for (const event of moved) listed.set(event.id, event)
      } else if (kind < 0.7) {
        // The same key with other values, as when a game moves by a few meters.
        const nudged = known.map((event) => ({ ...event, day: event.day + 3 }))
        await run(writeCells('event_cells', nudged))
        for (const event of nudged) listed.set(event.id, event)
      } else {
        // Removing what is not there changes nothing.
        await run(removeCells('event_cells', [...known, ...chosen.filter(({ id }) => !listed.has(id))]))
        for (const { id } of known) listed.delete(id)
      }
      expect(await readAll()).toEqual(countAll([...listed.values()]))
    }
    expect(listed.size).toBeGreaterThan(10)
    await run(removeCells('event_cells', [...listed.values()]))
    expect(await readAll()).toEqual([])
  })

  it('are undone with a batch that fails', async () => {
    const event = { id: 'a', lat: 30, lng: -97, start: 5, day: 20_000, activities: ['padel'] }
    await expect(run(writeCells('event_cells', [event]), sql`INSERT INTO assertions (name, holds) VALUES ('never', 0)`)).rejects.toThrow()
    expect(await readAll()).toEqual([])
  })

  it('are filled by the migration from the games that exist', async () => {
    const { events } = makeRandomItems(makeRandom(12), 60)
    const some = events.map((event, index) => ({ ...event, day: event.day + 1, start: index % 3 ? event.start + 1 : -event.start - 1 }))
    await run(writeCells('event_cells', some))
    const exact = await readAll()
    await run(sql`DELETE FROM event_counts`, sql.raw(findFill('INSERT INTO `event_counts`')))
    expect(await readAll()).toEqual(exact)
  })

  it.each([
    ['America/New_York', 40.7, -74],
    ['America/Chicago', 30.3, -97.7],
    ['America/Phoenix', 33.4, -112],
    ['America/Los_Angeles', 37.7, -122.4],
    ['Pacific/Honolulu', 21.3, -157.8],
    ['America/Indiana/Indianapolis', 39.8, -86.2],
  ])('know after the migration on which day a game in %s starts', async (timeZone, lat, lng) => {
    await run(sql`DELETE FROM events`)
    const summer = Date.UTC(2026, 2, 7)
    // Every seventh hour around both changes of the clock, so that each hour of the day is among them.
    const starts = [summer, Date.UTC(2026, 9, 31)].flatMap((first) => Array.from({ length: 14 }, (_, index) => first + index * 7 * hour))
    const rows = starts.map((startsAt, index) => ({ id: `e${index}`, startsAt, lat, lng }))
    await run(sql`INSERT INTO events (id, creator_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity,
        slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded,
        version, created_at, updated_at)
      SELECT value->>'id', NULL, 'tennis', 'Tennis', '', 'Courts', '', value->>'lat', value->>'lng', ${timeZone}, value->>'startsAt',
        (value->>'startsAt') + 1, 8, '[]', 3, 'public', 0, '[]', 720, 'order', 'published', '', 0, 0, 0, 1, 0, 0
      FROM json_each(${JSON.stringify(rows)})`)
    await run(
      writeCells(
        'event_cells',
        rows.map(({ startsAt, ...row }, index) => ({ ...row, start: index % 2 ? startsAt : -startsAt, day: 1, activities: ['tennis'] })),
      ),
    )
    await run(sql.raw(findFill('UPDATE `event_cells`')))
    const { results } = await env.DB.prepare('SELECT DISTINCT id, day FROM event_cells').all<{ id: string; day: number }>()
    const days = new Map(results.map((row) => [row.id, row.day]))
    expect(rows.map(({ id }) => days.get(id))).toEqual(rows.map(({ startsAt }) => localDayOf(startsAt, timeZone)))
    expect(localDayOf(summer, 'UTC')).toBe(summer / day)
  })
})

function findFill(start: string): string {
  const statement = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith('_event_counts.sql'))?.queries.find((query) =>
    query.replace(/^(\s*--[^\n]*\n)*\s*/, '').startsWith(start),
  )
  if (!statement) throw new Error('The migration has no such statement')
  return statement
}
