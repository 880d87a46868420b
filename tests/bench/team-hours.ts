import { makeEmptyAvailability } from '../../domain/availability/rules.ts'
import { listGridPeriods, makeGrid } from '../../domain/team-hours/make-grid.ts'
import { type SharedHours, summarizeHours } from '../../domain/team-hours/rules.ts'
import { eachWeekday, timeText } from '../../domain/time/clock.ts'
import { localDayOf } from '../../domain/time/wall-clock.ts'
import { openLocalDatabase } from '../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../scripts/migrations.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { findTeamHours } from '../../worker/team-hours/queries.ts'
import { buildWorld } from '../world/build-world.ts'
import type { Figure } from './setup/figure.ts'
import { median } from './setup/median.ts'
import { atEnd, once } from './setup/shared.ts'
import { makeWorkFolder } from './setup/work-folder.ts'

const now = Date.UTC(2027, 9, 20, 15)
const zones = ['America/Chicago', 'America/New_York', 'America/Phoenix', 'America/Los_Angeles']
const gamesEach = 8

/** Adds a team whose members all share different hours, and play two games a week. */
async function addTeam(d1: D1Database, id: string, size: number): Promise<void> {
  const members = Array.from({ length: size }, (_, index) => {
    const start = 12 + (index % 20)
    const timeRanges = [
      { startTime: timeText(start * 15), endTime: timeText(start * 15 + 150) },
      { startTime: timeText(start * 15 + 600), endTime: timeText(start * 15 + 780) },
    ]
    return {
      id: `${id}-${index}`,
      zone: zones[index % zones.length],
      week: JSON.stringify(eachWeekday(() => ({ isAvailable: true, timeRanges }))),
    }
  })
  const list = JSON.stringify(members)
  const run = (statement: string, ...values: (string | number)[]) => d1.prepare(statement).bind(...values)
  await d1.batch([
    run(
      `INSERT INTO users (id, email, email_key, display_name, created_at, updated_at)
       SELECT value->>'id', value->>'id' || '@x', value->>'id' || '@x', 'Player', 0, 0 FROM json_each(?)`,
      list,
    ),
    run(
      `INSERT INTO teams (id, name, description, plan, created_at, updated_at, city_id) VALUES (?, 'Team', '', 'ROOKIE', 1, 1, 4671654)`,
      id,
    ),
    run(
      `INSERT INTO team_members (team_id, user_id, role, joined_at)
       SELECT ?, value->>'id', iif(key = 0, 'owner', 'member'), 1 FROM json_each(?)`,
      id,
      list,
    ),
    run("INSERT INTO team_hour_shares SELECT ?, value->>'id', 1 FROM json_each(?)", id, list),
    run(
      `INSERT INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at)
       SELECT value->>'id', value->>'zone', value->>'week', '[]', 1, 1, 1 FROM json_each(?)`,
      list,
    ),
    run(
      `INSERT INTO events (id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity, slots,
        max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded,
        version, created_at, updated_at)
       SELECT ?1 || '-game-' || value, 'tennis', 'T', '', 'P', '', 0, 0, 'UTC', ?2 + value * 259200000, ?2 + value * 259200000 + 5400000, 500,
        '[]', 0, 'public', 0, '[]', 0, 'order', 'published', '', 0, 0, 0, 1, 1, 1 FROM json_each(?3)`,
      id,
      now,
      JSON.stringify(Array.from({ length: gamesEach }, (_, index) => index)),
    ),
    run(
      `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, left_late,
        starts_at, updated_at)
       SELECT e.id || '-' || (p.value->>'id'), e.id, p.value->>'id', 'going', 1, '[]', '{}', 0, 1, 0, 0, 0, e.starts_at, 1
       FROM events e, json_each(?2) p WHERE e.id LIKE ?1 || '-game-%'`,
      id,
      list,
    ),
  ])
}

const openTeams = once(async () => {
  const { db, close } = await openLocalDatabase(makeWorkFolder('team-hours'))
  atEnd(close)
  await applyMigrations(db, readMigrations())
  await buildWorld(db, ['cities:some'])
  for (const size of [50, 200]) await addTeam(db, `team-${size}`, size)
  return db
})

const look = (d1: D1Database, size: number) => findTeamHours(wrapDatabase(d1), `team-${size}-0`, `team-${size}`, { now, zone: undefined })

/** Counts the statements that one answer needs, in all its round trips. */
async function countStatements(d1: D1Database): Promise<{ statements: number; roundTrips: number; sharing: number | null }> {
  const counted = { statements: 0, roundTrips: 0 }
  const counting = new Proxy(d1, {
    get: (target, name) => {
      if (name === 'batch')
        return (statements: D1PreparedStatement[]) => {
          counted.statements += statements.length
          counted.roundTrips += 1
          return target.batch(statements)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { sharing } = await look(counting, 200)
  return { ...counted, sharing }
}

const timeZone = zones[0] ?? 'UTC'
const firstDay = localDayOf(now, timeZone)
const grid = makeGrid(firstDay, listGridPeriods(timeZone, firstDay))

/** The time of the rule alone. The database costs nearly the same for few members, which would hide how the rule grows. */
function timeRule(size: number): number {
  const rows = Array.from({ length: size }, (_, index): SharedHours => {
    const start = 12 + (index % 20)
    const timeRanges = [{ startTime: timeText(start * 15), endTime: timeText(start * 15 + 300) }]
    const weeklyAvailability = eachWeekday(() => ({ isAvailable: true, timeRanges }))
    const availability = { ...makeEmptyAvailability(zones[index % zones.length] ?? timeZone), weeklyAvailability }
    const person = { id: `${index}`, name: 'Player', pictureUrl: null }
    return { person, role: 'member', sharedSince: 1, availability, weeklySince: 0, earlierWeekly: null, busy: [], isBlocked: false }
  })
  const start = performance.now()
  summarizeHours(rows, grid, { viewerId: 'nobody', maySeePeople: true, now })
  return performance.now() - start
}

const rounds = 25

async function timeOnce(d1: D1Database, size: number): Promise<number> {
  const start = performance.now()
  const { sharing, people } = await look(d1, size)
  if (sharing !== size || people?.length !== size) throw new Error(`${sharing} of ${size} share`)
  return performance.now() - start
}

async function compareSizes(measure: (size: number) => Promise<number>): Promise<{ growth: number; words: string }> {
  const times: Record<50 | 200, number[]> = { 50: [], 200: [] }
  for (let round = 0; round < rounds; round++) for (const size of [50, 200] as const) times[size].push(await measure(size))
  // The first rounds compile the code.
  const [few, many] = [median(times[50].slice(5)), median(times[200].slice(5))]
  return { growth: many / few, words: `${few.toFixed(1)} ms for 50 members, ${many.toFixed(1)} ms for 200` }
}

export const figures: Figure[] = [
  {
    name: 'heatmap-queries',
    unit: 'D1 statements',
    goal: { atMost: 3 },
    gating: true,
    measure: async () => {
      const { statements, roundTrips, sharing } = await countStatements(await openTeams())
      if (sharing !== 200) throw new Error(`${sharing} members share`)
      return {
        value: statements,
        notes: [`in ${roundTrips} round trip, for 200 members and 4 weeks; the session of the viewer is one more`],
      }
    },
  },
  {
    name: 'heatmap-growth',
    unit: 'times as long',
    goal: { atMost: 5 },
    gating: true,
    measure: async () => {
      const db = await openTeams()
      const [answer, rule] = [await compareSizes((size) => timeOnce(db, size)), await compareSizes(async (size) => timeRule(size))]
      return {
        value: Math.max(answer.growth, rule.growth),
        notes: [`the answer ${answer.words}`, `the rule alone ${rule.words}`],
      }
    },
  },
]
