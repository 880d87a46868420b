import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { listCellIds } from '../../domain/geo/cells.ts'
import { cellAt, eachLevel } from '../../worker/geo/cell-at.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'

it('The database and our code find the same cells everywhere', async () => {
  const edges = [-180, -179.999999, -90, -89.9, -45.3, -0.0000001, 0, 0.0000001, 30.2672, 45, 89.99999999, 90, 97.7431, 179.99999, 180]
  const points = [
    ...edges.flatMap((lng) => edges.filter((lat) => Math.abs(lat) <= 90).map((lat) => ({ lat, lng }))),
    ...Array.from({ length: 2000 }, (_, n) => ({ lat: ((n * 0.618033988749) % 1) * 180 - 90, lng: ((n * 0.754877666) % 1) * 360 - 180 })),
  ]
  const [found] = await runStatements<{ cells: string }>(openPrimary(env.DB), [
    sql`SELECT (SELECT json_group_array(${cellAt(sql`(p.value->>'lat')`, sql`(p.value->>'lng')`)}) FROM ${eachLevel}) AS cells
      FROM json_each(${JSON.stringify(points)}) p ORDER BY p.key`,
  ])
  expect(found?.results.map(({ cells }) => JSON.parse(cells))).toEqual(points.map(listCellIds))
})
