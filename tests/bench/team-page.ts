import { writeTeamGames } from '../../domain/discover/team-games.ts'
import { maxUpcoming } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

const members = Array.from({ length: 500 }, (_, index) => `member-${index}`)
const games = Array.from({ length: 200 }, (_, index) => index)
const viewers = ['stranger', 'member-0', 'member-1', 'member-400']

/** A community of 500 members with 200 games to come, and a person who is not in it. */
async function addTeam(db: D1Database): Promise<void> {
  const run = (statement: string, ...values: unknown[]) => db.prepare(statement).bind(...values)
  const now = Date.now()
  await db.batch([
    run(
      `INSERT INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
       SELECT value, value || '@example.com', value || '@example.com', 'Player', 1, 1, 0, 0 FROM json_each(?)`,
      JSON.stringify([...members, 'stranger']),
    ),
    run(
      `INSERT INTO teams (id, name, description, plan, created_at, updated_at, creator_id, city_id, city_name, city_state, lat, lng, members, join_mode)
       SELECT 'big', 'Big Team', 'We play.', 'ROOKIE', 1, 1, 'member-0', id, name, 'TX', lat, lng, 500, 'ask' FROM cities LIMIT 1`,
    ),
    run(
      `INSERT INTO team_members (team_id, user_id, role, joined_at)
       SELECT 'big', value, CASE key WHEN 0 THEN 'owner' WHEN 1 THEN 'organizer' ELSE 'member' END, key FROM json_each(?)`,
      JSON.stringify(members),
    ),
    run(
      "INSERT INTO team_topics (id, team_id, name, name_key, description, position, created_at) SELECT 'topic-' || value, 'big', 'Topic ' || value, 'topic ' || value, '', value, 1 FROM json_each('[0,1,2,3,4,5,6,7,8,9]')",
    ),
    run(
      `INSERT INTO events (id, creator_id, team_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity, slots,
        max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
       SELECT 'game-' || value, 'member-' || (value % 3), 'big', 'tennis', 'Game', '', 'Courts', '', 30, -97, 'UTC', ?1 + value * ${hour}, ?1 + value * ${hour} + 1, 4, '[]',
        0, iif(value % 2, 'public', 'team'), 0, '[]', 0, 'order', 'published', '', 2, 0, 0, 1, 1, 1 FROM json_each(?2)`,
      now + day,
      JSON.stringify(games),
    ),
    run(
      `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, left_late, starts_at, updated_at)
       SELECT e.id || '-' || p.value, e.id, 'member-' || p.value, 'going', 1, '[]', '{}', 0, 1, 0, 0, 0, e.starts_at, 1
       FROM events e, json_each('[3,4]') p`,
    ),
  ])
}

export const figures: Figure[] = [
  {
    name: 'team-page-rows-read',
    unit: 'rows read',
    goal: { atMost: 120 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addTeam })
      const counts: number[] = []
      const notes: string[] = []
      for (const id of viewers) {
        const viewer = { id, name: 'Player', emailVerified: true, profileComplete: true }
        // What the page needs before anything is pressed.
        const detail = await readAs(url, viewer, '/api/teams/big/detail')
        const list = await readAs(url, viewer, `/api/discover/events?${writeTeamGames('big', false)}`)
        const shown = (list.answer as { events: unknown[] }).events.length
        if ((detail.answer as TeamDetail).members !== members.length || shown < maxUpcoming) throw new Error(`${id} does not see the page.`)
        counts.push(detail.rowsRead + list.rowsRead)
        notes.push(`${id}: ${detail.rowsRead} for the community, ${list.rowsRead} for ${shown} games`)
      }
      await stop()
      return { value: Math.max(...counts), notes }
    },
  },
]
