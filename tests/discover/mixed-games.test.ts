import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { boundsAround } from '../../domain/geo/distance.ts'
import { selectMixedGames } from '../../worker/discover/read-games.ts'
import { makeRows } from '../../worker/geo/tables.ts'
import { readAll } from '../../worker/platform/batch.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { makeRandom } from '../setup/make-random.ts'

const austin = { lat: 30.27, lng: -97.74 }
const [limit, minOfAny] = [14, 7]
const [own, others] = [['chess', 'tennis'] as const, ['golf', 'soccer'] as const]

/** Games around Austin, many of which start together. */
const makeGames = (random: () => number, count: number, ownShare: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `mixed-${Math.floor(random() * 1e6)}-${index}`,
    lat: austin.lat + (random() - 0.5) / 3,
    lng: austin.lng + (random() - 0.5) / 3,
    start: 1 + Math.floor(random() * 20),
    day: 0,
    activities: [(random() < ownShare ? own : others)[random() < 0.5 ? 0 : 1]],
  }))

type Game = ReturnType<typeof makeGames>[number]

async function store(games: readonly Game[]): Promise<void> {
  await env.DB.exec('DELETE FROM event_cells')
  const insert = env.DB.prepare('INSERT INTO event_cells (cell, activity, start, id, lat, lng, day) VALUES (?, ?, ?, ?, ?, ?, ?)')
  const rows = makeRows('event_cells', games)
  if (rows.length > 0) await env.DB.batch(rows.map((row) => insert.bind(...row)))
}

async function findIds(activities: readonly (typeof own)[number][]): Promise<string[]> {
  const search = {
    ...{ bounds: boundsAround(austin, 15), center: null, filters: toDiscoverFilters(noFilters), order: 'best' as const },
    ...{ isPast: false, teamId: null, isFollowed: false, cursor: undefined, now: 1 },
  }
  const rows = await readAll(wrapDatabase(env.DB), selectMixedGames('nobody', search, { activities: [...activities], limit, minOfAny }))
  return rows.map(({ candidateId }) => candidateId)
}

describe('The next games of my activities and of any', () => {
  it('are each found once, and as many as a full list of both would have', async () => {
    const random = makeRandom(7)
    for (const [count, ownShare] of [
      [0, 0],
      [5, 0.5],
      [12, 1],
      [30, 0.2],
      [40, 0.5],
      [60, 0.9],
      [60, 0],
    ] as const) {
      const games = makeGames(random, count, ownShare).sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
      await store(games)
      const mine = games.filter(({ activities }) => own.some((activity) => activity === activities[0])).slice(0, limit)
      const any = games.slice(0, mine.length < limit ? limit : minOfAny)
      const wanted = [...new Set([...mine, ...any].map(({ id }) => id))]
      expect((await findIds(own)).toSorted(), `${count} games`).toEqual(wanted.toSorted())
    }
  })
})
