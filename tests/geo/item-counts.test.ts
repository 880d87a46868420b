import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { LocatedItem } from '../../domain/geo/contract.ts'
import { countedBits, countedSteps, nameCellAt } from '../../domain/geo/count-grid.ts'
import { removeCells, writeCells } from '../../worker/geo/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'
import { makeRandomItems } from './random-items.ts'

const db = openPrimary(env.DB)
const run = (...statements: SQL[]) => runStatements(db, statements)

/** What the table must hold for these items, computed one by one. */
function countAll(items: readonly LocatedItem[]): string[] {
  const sums = new Map<string, [count: number, latSum: number, lngSum: number]>()
  const toSteps = (degrees: number) => Math.sign(degrees) * Math.round(Math.abs(degrees) * countedSteps)
  for (const { lat, lng, activities } of items) {
    const wrappedLng = lng === 180 ? -180 : lng
    for (const activity of new Set(['', ...activities]))
      for (const bits of countedBits) {
        const key = `${activity} ${nameCellAt({ bits }, { lat, lng: wrappedLng })}`
        const [count, latSum, lngSum] = sums.get(key) ?? [0, 0, 0]
        sums.set(key, [count + 1, latSum + toSteps(lat), lngSum + toSteps(wrappedLng)])
      }
  }
  return [...sums].map(([key, sum]) => `${key} ${sum.join(' ')}`).sort()
}

describe.each([
  ['place_cells', 'place_counts'],
  ['team_cells', 'team_counts'],
] as const)('The counts of %s by cell and activity', (cells, counts) => {
  async function readAll(): Promise<string[]> {
    const { results } = await env.DB.prepare(
      `SELECT activity || ' ' || (cell >> 28) || '-' || (cell & 16383) || '-' || ((cell >> 14) & 16383) || ' ' ||
        count || ' ' || lat_sum || ' ' || lng_sum AS line FROM ${counts}`,
    ).all<{ line: string }>()
    return results.map(({ line }) => line).sort()
  }

  it('stay exact while items are added, written again, moved and removed in any order', async () => {
    const random = makeRandom(13)
    const pool = makeRandomItems(random, 80).places
    const listed = new Map<string, LocatedItem>()
    for (let step = 0; step < 40; step += 1) {
      const chosen = pool.filter(() => random() < 0.15)
      const known = chosen.flatMap(({ id }) => listed.get(id) ?? [])
      const kind = random()
      if (kind < 0.4) {
        const added = chosen.map((item) => listed.get(item.id) ?? item)
        await run(writeCells(cells, added))
        for (const item of added) listed.set(item.id, item)
      } else if (kind < 0.7) {
        const moved = known.map((item) => ({ ...item, lat: Math.max(-90, item.lat - random()), activities: ['padel'] }))
        await run(removeCells(cells, known), writeCells(cells, moved))
        for (const item of moved) listed.set(item.id, item)
      } else {
        // Removing what is not there changes nothing.
        await run(removeCells(cells, [...known, ...chosen.filter(({ id }) => !listed.has(id))]))
        for (const { id } of known) listed.delete(id)
      }
      expect(await readAll()).toEqual(countAll([...listed.values()]))
    }
    expect(listed.size).toBeGreaterThan(10)
    await run(removeCells(cells, [...listed.values()]))
    expect(await readAll()).toEqual([])
  })

  it('stay exact if an item is written again a few meters away', async () => {
    const item = { id: 'a', lat: 30.3, lng: -97.7, activities: ['padel'] }
    const moved = { ...item, lat: 30.3001 }
    await run(writeCells(cells, [item]))
    await run(writeCells(cells, [moved]))
    expect(await readAll()).toEqual(countAll([moved]))
    await run(removeCells(cells, [moved]))
  })

  it('are filled by the migration from the items that exist', async () => {
    const items = makeRandomItems(makeRandom(14), 60).places
    await run(writeCells(cells, items))
    const exact = await readAll()
    const fill = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith('_map_counts.sql'))?.queries.find((query) =>
      query.startsWith(`INSERT INTO \`${counts}\``),
    )
    await run(sql.raw(`DELETE FROM ${counts}`), sql.raw(fill ?? ''))
    expect(await readAll()).toEqual(exact)
    expect(exact).toEqual(countAll(items))
  })
})
