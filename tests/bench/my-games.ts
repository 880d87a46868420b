import { day, hour } from '../../domain/time/spans.ts'
import { upsertPerson } from '../../worker/accounts/upsert-person.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

const pastGames = 500
const viewer = { id: 'regular', name: 'A regular', emailVerified: true, profileComplete: true }

/** A person who has played 500 games of a weekly series, hosted some of them, and plays and waits in the next ones. */
async function addRegular(d1: D1Database): Promise<void> {
  const db = wrapDatabase(d1)
  for (const id of [viewer.id, 'mate', 'coach']) await upsertPerson(db, { ...viewer, id, name: id, email: `${id}@example.com` }, 1)
  const run = (statement: string, ...values: unknown[]) => d1.prepare(statement).bind(...values)
  const numbers = JSON.stringify(Array.from({ length: pastGames + 40 }, (_, index) => index))
  const [first, length] = [Date.now() - pastGames * day, 2 * hour]
  await d1.batch([
    run("INSERT INTO event_series (id, creator_id, rule, created_at) VALUES ('weekly', 'coach', '{}', 1)"),
    run(
      `INSERT INTO events SELECT 'game-' || value, iif(value % 3 = 0, 'regular', 'coach'), NULL, iif(value % 2 = 0, 'weekly', NULL), 'tennis', 'A game', '', NULL, NULL, 'Courts', '', 0, 0,
        'UTC', ?2 + value * ?3, ?2 + value * ?3 + ?4, NULL, NULL, 8, '[]', 0, 'public', 0, '[]', 0, 'order', 'published', NULL, '', 1, 0, 0, 1, 1, 1, NULL, NULL, 0, NULL FROM json_each(?1)`,
      numbers,
      first,
      day,
      length,
    ),
    run(
      `INSERT INTO joiners SELECT e.id || '-' || p.value, e.id, p.value, NULL, NULL, iif(e.starts_at > ?2 AND e.id LIKE '%7', 'waiting', 'going'), 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL, 0, e.starts_at, 1, 0, NULL, NULL, NULL, 1
        FROM events e, json_each(?1) p WHERE e.id LIKE 'game-%' AND (p.value <> 'regular' OR e.id NOT LIKE '%3')`,
      JSON.stringify(['regular', 'mate', 'coach']),
      Date.now(),
    ),
    run("INSERT INTO event_hosts SELECT id, 'regular', starts_at, 1 FROM events WHERE id LIKE 'game-%5'"),
    run("INSERT INTO saved_games SELECT 'regular', id, 1 FROM events WHERE starts_at > ? LIMIT 30", Date.now()),
  ])
}

export const figures: Figure[] = [
  {
    name: 'my-games-rows-read',
    unit: 'rows read',
    goal: { atMost: 80 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addRegular })
      const read = (path: string) => readAs(url, viewer, `/api/my-games${path}`)
      const past = await read('?tab=past')
      const { next } = past.answer as { next: string }
      const second = await read(`?tab=past&cursor=${next}`)
      const others = await Promise.all(
        ['next', 'hosting', 'waiting', 'saved'].map(async (tab) => [tab, (await read(`?tab=${tab}`)).rowsRead]),
      )
      const year = new Date().getUTCFullYear()
      const counted = await read(`/years/${year}`)
      const again = await read(`/years/${year}`)
      await stop()
      return {
        value: Math.max(past.rowsRead, second.rowsRead),
        notes: [
          `${past.rowsRead} and ${second.rowsRead} for the first two pages of past games`,
          others.map(([tab, rows]) => `${rows} for ${tab}`).join(', '),
          `${counted.rowsRead} to count a year, ${again.rowsRead} to read it again on that day`,
        ],
      }
    },
  },
]
