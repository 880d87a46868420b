import { makeEmptyAvailability } from '../../domain/availability/rules.ts'
import { countForDay } from '../../domain/team-hours/day-counts.ts'
import { listGridPeriods, makeGrid } from '../../domain/team-hours/make-grid.ts'
import { type SharedHours, showPeople } from '../../domain/team-hours/rules.ts'
import { eachWeekday, timeText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
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

/** The first member is the owner. All others are plain members, who see only counts. */
const look = (d1: D1Database, size: number, member = 0, at = now) =>
  findTeamHours(wrapDatabase(d1), `team-${size}-${member}`, `team-${size}`, { now: at, zone: undefined })

/** Counts the statements that one answer needs, in all its round trips. */
async function countStatements(d1: D1Database, member: number): Promise<{ statements: number; roundTrips: number }> {
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
  const { sharing } = await look(counting, 200, member)
  if (sharing !== 200) throw new Error(`${sharing} members share`)
  return counted
}

const timeZone = zones[0] ?? 'UTC'
const firstDay = localDayOf(now, timeZone)
const grid = makeGrid(firstDay, listGridPeriods(timeZone, firstDay))

/** The time of the rule alone. The database costs nearly the same for few members, which would hide how the rule grows. */
function timeRule(countRows: (rows: SharedHours[]) => unknown, size: number): number {
  const rows = Array.from({ length: size }, (_, index): SharedHours => {
    const start = 12 + (index % 20)
    const timeRanges = [{ startTime: timeText(start * 15), endTime: timeText(start * 15 + 300) }]
    const weeklyAvailability = eachWeekday(() => ({ isAvailable: true, timeRanges }))
    const availability = { ...makeEmptyAvailability(zones[index % zones.length] ?? timeZone), weeklyAvailability }
    const person = { id: `${index}`, name: 'Player', pictureUrl: null }
    return { person, role: 'member', sharedSince: 1, availability, weeklySince: 0, earlierWeekly: null, busy: [], isBlocked: false }
  })
  const start = performance.now()
  countRows(rows)
  return performance.now() - start
}

const rounds = 25

async function timeOnce(d1: D1Database, size: number): Promise<number> {
  const start = performance.now()
  const { sharing, people } = await look(d1, size)
  if (sharing !== size || people?.length !== size) throw new Error(`${sharing} of ${size} share`)
  return performance.now() - start
}

let daysPassed = 0

/** The first answer of a day to a member, which makes the counts of the day. Each one is on a later day. */
async function timeFirstOfDay(d1: D1Database, size: number): Promise<number> {
  daysPassed += 1
  const start = performance.now()
  const { sharing } = await look(d1, size, 1, now + daysPassed * day)
  if (sharing !== size) throw new Error(`${sharing} of ${size} share`)
  return performance.now() - start
}

const sizes = { few: 50, many: 200 }
const timesLarger = sizes.many / sizes.few

/**
 * The median of many ratios, each of two times that were measured one after the other. The small team is measured several times for each
 * ratio, so that both times are about as long and other programs of the machine disturb both as often.
 */
async function compareSizes(measure: (size: number) => Promise<number>): Promise<{ growth: number; words: string }> {
  const measured: { few: number; many: number }[] = []
  for (let round = 0; round < rounds; round++) {
    let few = 0
    for (let time = 0; time < timesLarger; time++) few += await measure(sizes.few)
    measured.push({ few: few / timesLarger, many: await measure(sizes.many) })
  }
  // The first rounds compile the code.
  const counted = measured.slice(5)
  const growth = median(counted.map(({ few, many }) => many / few))
  const [few, many] = [median(counted.map((times) => times.few)), median(counted.map((times) => times.many))]
  return {
    growth,
    words: `${growth.toFixed(1)} times, ${few.toFixed(1)} ms for ${sizes.few} members and ${many.toFixed(1)} ms for ${sizes.many}`,
  }
}

export const figures: Figure[] = [
  {
    name: 'heatmap-queries',
    unit: 'D1 statements',
    goal: { atMost: 3 },
    gating: true,
    measure: async () => {
      const db = await openTeams()
      await db.prepare('DELETE FROM team_hour_counts').run()
      const owner = await countStatements(db, 0)
      const first = await countStatements(db, 1)
      const next = await countStatements(db, 2)
      const write = (who: string, { statements, roundTrips }: typeof owner) => `${who}: ${statements} in ${roundTrips} round trips`
      return {
        value: Math.max(owner.statements, first.statements, next.statements),
        notes: [
          `${write('the owner', owner)}; ${write('the first member of the day', first)}; ${write('every other member', next)}`,
          'for 200 members and 4 weeks; the session of the viewer is one more',
        ],
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
      const rule = (rows: SharedHours[]) => showPeople(rows, grid, now)
      const dayRule = (rows: SharedHours[]) => countForDay(rows, now, now)
      const measures: Record<string, (size: number) => Promise<number>> = {
        'the answer to the owner': (size) => timeOnce(db, size),
        'its rule alone': async (size) => timeRule(rule, size),
        'the first answer of a day to a member': (size) => timeFirstOfDay(db, size),
        'the rule of that answer alone': async (size) => timeRule(dayRule, size),
      }
      const notes: string[] = []
      let value = 0
      for (const [name, measure] of Object.entries(measures)) {
        const { growth, words } = await compareSizes(measure)
        notes.push(`${name}: ${words}`)
        value = Math.max(value, growth)
      }
      return { value, notes }
    },
  },
]
