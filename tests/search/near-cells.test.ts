import { expect, it } from 'vitest'
import { milesBetween } from '../../domain/geo/distance.ts'
import { maxNearMiles } from '../../domain/search/near.ts'
import { listSearchCells, toSearchCell } from '../../domain/search/near-cells.ts'
import { makeRandom } from '../setup/make-random.ts'

const points = {
  Austin: { lat: 30.27, lng: -97.74 },
  Anchorage: { lat: 61.22, lng: -149.9 },
  Honolulu: { lat: 21.3, lng: -157.86 },
  'the date line': { lat: -16.8, lng: 179.99 },
  'the equator': { lat: 0, lng: 0 },
}

it.each(Object.entries(points))('The cells near %s include everything near it, and are few', (_, point) => {
  const cells = listSearchCells(point)
  expect(cells.length).toBeLessThanOrEqual(16)
  expect(cells[0]).toBe(toSearchCell(point))
  const random = makeRandom(8)
  for (let step = 0; step < 2000; step += 1) {
    const lng = point.lng + (random() - 0.5) * 8
    const other = { lat: point.lat + (random() - 0.5) * 4, lng: lng > 180 ? lng - 360 : lng }
    if (milesBetween(point, other) <= maxNearMiles) expect(cells).toContain(toSearchCell(other))
  }
})

it('Near a pole there are few cells too', () => {
  for (const lat of [89.9, -90]) expect(listSearchCells({ lat, lng: 10 })).toHaveLength(16)
})
