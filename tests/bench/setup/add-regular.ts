import { day, hour } from '../../../domain/time/spans.ts'
import { upsertPerson } from '../../../worker/accounts/upsert-person.ts'
import { wrapDatabase } from '../../../worker/platform/database.ts'
import { addTown } from './add-town.ts'

const pastGames = 500
export const regular = { id: 'regular', name: 'A regular', emailVerified: true, profileComplete: true }

/**
 * A person who has played 500 games of a weekly series, hosted some of them, and plays and waits in the next ones. In their city, 30 people
 * play, and there are 30 games in the next two weeks.
 */
export async function addRegular(d1: D1Database): Promise<void> {
  const db = wrapDatabase(d1)
  for (const id of [regular.id, 'mate', 'coach']) await upsertPerson(db, { ...regular, id, name: id, email: `${id}@example.com` }, 1)
  const run = (statement: string, ...values: unknown[]) => d1.prepare(statement).bind(...values)
  const numbers = JSON.stringify(Array.from({ length: pastGames + 40 }, (_, index) => index))
  const [first, length] = [Date.now() - pastGames * day, 2 * hour]
  await d1.batch([
    run("INSERT INTO event_series (id, creator_id, rule, created_at) VALUES ('weekly', 'coach', '{}', 1)"),
    run(
      `INSERT INTO events SELECT 'game-' || value, iif(value % 3 = 0, 'regular', 'coach'), NULL, iif(value % 2 = 0, 'weekly', NULL), 'tennis', 'A game', '', NULL, NULL, 'Courts', '', 0, 0,
        'UTC', ?2 + value * ?3, ?2 + value * ?3 + ?4, NULL, NULL, 8, '[]', 0, 'public', 0, '[]', 0, 'order', 'published', NULL, '', 1, 0, 0, 1, 1, 1, NULL, NULL, 0, NULL, 0 FROM json_each(?1)`,
      numbers,
      first,
      day,
      length,
    ),
    run(
      `INSERT INTO joiners SELECT e.id || '-' || p.value, e.id, p.value, NULL, NULL, iif(e.starts_at > ?2 AND e.id LIKE '%7', 'waiting', 'going'), 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL, 0, e.starts_at, 1, 0, NULL, NULL, NULL, 1, NULL, '[]'
        FROM events e, json_each(?1) p WHERE e.id LIKE 'game-%' AND (p.value <> 'regular' OR e.id NOT LIKE '%3')`,
      JSON.stringify(['regular', 'mate', 'coach']),
      Date.now(),
    ),
    run("INSERT INTO event_hosts SELECT id, 'regular', starts_at, 1 FROM events WHERE id LIKE 'game-%5'"),
    run("INSERT INTO saved_games SELECT 'regular', id, 1 FROM events WHERE starts_at > ? LIMIT 30", Date.now()),
  ])
  await addTown(d1, regular, { players: 30, friends: 6, games: 30, hoursBetweenGames: 11, series: 4 })
}
