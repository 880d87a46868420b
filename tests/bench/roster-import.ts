import { type ImportAnswer, maxRowsPerRequest } from '../../domain/roster/contract.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { signIn } from './setup/read-as.ts'

const viewer = { id: 'importer', name: 'Importer', emailVerified: true, profileComplete: true }

async function addTeam(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare(
      "INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES ('importer', 'i@example.com', 'i@example.com', 0, 0)",
    ),
    db.prepare("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES ('club', 'Club', '', 'ROOKIE', 1, 1)"),
    db.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('club', 'importer', 'owner', 1)"),
  ])
}

export const figures: Figure[] = [
  {
    name: 'roster-import-round-trips',
    unit: 'D1 round trips',
    goal: { atMost: 12 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local', fill: addTeam })
      const cookie = await signIn(url, viewer)
      const rows = Array.from({ length: 1000 }, (_, index) => ({
        row: index + 1,
        name: `Player ${index}`,
        email: `player-${index}@example.com`,
        jersey: String(index % 100),
        position: 'Setter',
      }))
      let value = 0
      const counts: Record<string, number> = {}
      for (let start = 0; start < rows.length; start += maxRowsPerRequest) {
        const answer = await fetch(`${url}/api/teams/club/imports/${'a'.repeat(64)}/rows`, {
          method: 'POST',
          headers: { cookie, origin: url, 'content-type': 'application/json' },
          body: JSON.stringify({ rows: rows.slice(start, start + maxRowsPerRequest) }),
        })
        const roundTrips = /round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
        if (!answer.ok || roundTrips === undefined) throw new Error(`${answer.status} ${await answer.text()}`)
        value += Number(roundTrips)
        for (const { result } of ((await answer.json()) as ImportAnswer).results) counts[result] = (counts[result] ?? 0) + 1
      }
      await stop()
      if (counts.added !== 500 || counts.full !== 500) throw new Error(JSON.stringify(counts))
      return { value, notes: ['1,000 rows in two requests; half of them no longer fit into the community'] }
    },
  },
]
