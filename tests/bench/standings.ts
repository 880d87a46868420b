import type { SeasonTable } from '../../domain/seasons/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

const sides = Array.from({ length: 12 }, (_, index) => `side-${index}`)
const pairs = sides.flatMap((home) => sides.filter((away) => away !== home).map((away) => [home, away]))

/** A season of twelve sides that have met each other twice: 132 results. */
async function addSeason(db: D1Database): Promise<void> {
  const run = (statement: string, ...values: unknown[]) => db.prepare(statement).bind(...values)
  const now = Date.now()
  await db.batch([
    run("INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES ('reader', 'r@example.com', 'r@example.com', 0, 0)"),
    run("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES ('league', 'League', '', 'ROOKIE', 1, 1)"),
    run("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('league', 'reader', 'member', 1)"),
    run(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('season', 'league', 'S', '2000-01-01', '2100-01-01', 1)",
    ),
    run(
      "INSERT INTO season_groups (id, season_id, name, name_key, lot) SELECT value, 'season', value, value, key FROM json_each(?)",
      JSON.stringify(sides),
    ),
    run(
      `INSERT INTO events (id, team_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity, slots,
        max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
       SELECT (value->>0) || (value->>1), 'league', 'tennis', 'Match', '', 'Courts', '', 0, 0, 'UTC', ?1 - key * ${hour}, ?1 - key * ${hour} + 1, 4, '[]', 0, 'team', 0, '[]', 0,
        'order', 'published', '', 0, 0, 0, 1, 1, 1 FROM json_each(?2)`,
      now - day,
      JSON.stringify(pairs),
    ),
    run(
      `INSERT INTO team_sessions (event_id, season_id, home_group_id, away_group_id, home_score, away_score)
       SELECT (value->>0) || (value->>1), 'season', value->>0, value->>1, key % 4, key % 3 FROM json_each(?)`,
      JSON.stringify(pairs),
    ),
  ])
}

export const figures: Figure[] = [
  {
    name: 'standings-rows-read',
    unit: 'rows read',
    goal: { atMost: 40 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addSeason })
      const reader = { id: 'reader', name: 'Reader', emailVerified: true, profileComplete: true }
      const readRows = async () => {
        const { answer, rowsRead } = await readAs(url, reader, '/api/seasons/season/table')
        const { rows } = answer as SeasonTable
        if (rows.length !== sides.length || rows.some(({ played }) => played !== 22)) throw new Error('The table is not complete.')
        return rowsRead
      }
      const first = await readRows()
      const value = await readRows()
      await stop()
      return { value, notes: [`${first} after a result has changed`] }
    },
  },
]
