import { describe, expect, it } from 'vitest'
import { listCellIds } from '../../domain/geo/cells.ts'
import type { Bounds, LatLng } from '../../domain/geo/contract.ts'
import { coverBounds, coverCircle, coverSubscription, getLngRanges, listAreas, listRings, maxCells } from '../../domain/geo/cover.ts'
import { milesBetween, wrapLng } from '../../domain/geo/distance.ts'
import { makeRandom } from '../setup/make-random.ts'

const makePoint = (lat: number, lng: number): LatLng => ({ lat, lng })
/** How many of these cells contain the point. In a cover it must be exactly one. */
const countCells = (cells: readonly number[], point: LatLng) => listCellIds(point).filter((cell) => cells.includes(cell)).length

/** Whether a point is inside the bounds, computed without cells. */
const isWithin = ({ lat, lng }: LatLng, bounds: Bounds) =>
  lat >= bounds.south && lat <= bounds.north && getLngRanges(bounds).some(([west, east]) => wrapLng(lng) >= west && wrapLng(lng) <= east)

describe('A point', () => {
  it('is in one cell of each of the five levels, all with different ids', () => {
    const all = [makePoint(40.7, -74), makePoint(40.9, -74), makePoint(-33, 151), makePoint(0, 0)].flatMap(listCellIds)
    expect(listCellIds(makePoint(40.7, -74))).toHaveLength(5)
    expect(all.every(Number.isSafeInteger)).toBe(true)
    expect(new Set(listCellIds(makePoint(40.7, -74))).size).toBe(5)
    expect(listCellIds(makePoint(40.7, -74))[0]).toBe(listCellIds(makePoint(40.9, -74))[0])
    expect(listCellIds(makePoint(40.7, -74))[4]).not.toBe(listCellIds(makePoint(40.9, -74))[4])
  })

  it('on the date line has the same cells for each way to write its longitude', () => {
    expect(listCellIds(makePoint(10, 180))).toEqual(listCellIds(makePoint(10, -180)))
    expect(listCellIds(makePoint(10, 190))).toEqual(listCellIds(makePoint(10, -170)))
  })

  it('at a pole is in the last row', () => {
    expect(listCellIds(makePoint(90, 20))).toEqual(listCellIds(makePoint(89.999, 20)))
    expect(listCellIds(makePoint(-90, 20))).toEqual(listCellIds(makePoint(-89.999, 20)))
  })
})

describe('A view', () => {
  it.each<[string, Bounds, LatLng[], LatLng[]]>([
    [
      'across the date line',
      { south: -20, north: -10, west: 175, east: -175 },
      [makePoint(-15, 179), makePoint(-15, -179), makePoint(-15, 180)],
      [makePoint(-15, 0)],
    ],
    [
      'across the date line with a longitude above 180',
      { south: -20, north: -10, west: 175, east: 185 },
      [makePoint(-15, 179), makePoint(-15, -179)],
      [makePoint(-15, 0)],
    ],
    ['with longitudes below -180', { south: 30, north: 31, west: -458, east: -457 }, [makePoint(30.5, -97.5)], [makePoint(30.5, 97.5)]],
    [
      'that ends on the date line',
      { south: 0, north: 1, west: 170, east: 180 },
      [makePoint(0.5, 180), makePoint(0.5, -180)],
      [makePoint(0.5, -170)],
    ],
    [
      'of the north pole',
      { south: 85, north: 90, west: -180, east: 180 },
      [makePoint(90, 0), makePoint(90, 180), makePoint(86, -77)],
      [makePoint(80, 0)],
    ],
    ['of the south pole', { south: -90, north: -89, west: 0, east: 10 }, [makePoint(-90, 5), makePoint(-90, 0)], [makePoint(-90, 15)]],
    ['without any size', { south: 45, north: 45, west: -90, east: -90 }, [makePoint(45, -90)], [makePoint(45, -90.0001)]],
    [
      'of exactly one cell',
      { south: 0, north: 45, west: -90, east: 0 },
      [makePoint(0, -90), makePoint(45, 0), makePoint(45, -90)],
      [makePoint(-0.0001, -90)],
    ],
    [
      'of the whole world',
      { south: -90, north: 90, west: -180, east: 180 },
      [makePoint(90, 180), makePoint(-90, -180), makePoint(0, 0), makePoint(40, -74)],
      [],
    ],
    ['wider than the world', { south: -90, north: 90, west: -400, east: 400 }, [makePoint(90, 180), makePoint(40, -74)], []],
  ])('%s contains the points inside it', (_, bounds, inside, outside) => {
    const cells = coverBounds(bounds)
    expect(cells.length).toBeLessThanOrEqual(maxCells)
    expect(inside.map((point) => [countCells(cells, point), isWithin(point, bounds)])).toEqual(inside.map(() => [1, true]))
    expect(outside.map((point) => isWithin(point, bounds))).toEqual(outside.map(() => false))
  })

  it('that is invalid has no cells', () => {
    expect(coverBounds({ south: 10, north: 5, west: 0, east: 1 })).toEqual([])
    expect(coverBounds({ south: Number.NaN, north: 5, west: 0, east: 1 })).toEqual([])
  })

  it('of any kind has at most 16 cells, and each point is in exactly one of them', () => {
    const random = makeRandom(1)
    for (let round = 0; round < 2000; round += 1) {
      const south = random() * 180 - 90
      const west = random() * 360 - 180
      const [up, across] = [Math.min(90 - south, 10 ** (random() * 5 - 3)), 10 ** (random() * 5.5 - 3)]
      const bounds = { south, north: south + up, west, east: west + across }
      const cells = coverBounds(bounds)
      expect(cells.length, JSON.stringify(bounds)).toBeLessThanOrEqual(maxCells)
      const point = makePoint(south + random() * up, west + random() * Math.min(across, 360))
      const corners = [makePoint(bounds.south, bounds.west), makePoint(bounds.north, bounds.east)]
      for (const inside of [point, ...corners]) expect(countCells(cells, inside), JSON.stringify({ bounds, inside })).toBe(1)
    }
  })

  it('of a city has cells that are not much larger than the city', () => {
    const cells = coverBounds({ south: 30.1, north: 30.5, west: -98, east: -97.5 })
    expect(countCells(cells, makePoint(30.3, -97.7))).toBe(1)
    expect(countCells(cells, makePoint(29.4, -98.5)), 'San Antonio').toBe(0)
    expect(countCells(cells, makePoint(31.5, -97.1)), 'Waco').toBe(0)
  })
})

describe('A circle', () => {
  it.each([
    ['in Austin', makePoint(30.27, -97.74)],
    ['in Fiji, across the date line', makePoint(-16.8, 179.95)],
    ['on the date line', makePoint(60, -180)],
    ['around the north pole', makePoint(89.9, 10)],
    ['beside the south pole', makePoint(-89.2, 100)],
    ['at a pole', makePoint(90, 0)],
    ['on the corner of cells', makePoint(45, -90)],
  ])('%s contains each point around it in exactly one cell', (_, center) => {
    const random = makeRandom(2)
    for (const miles of [1, 7, 15, 50]) {
      const [cells, subscriptionCells] = [coverCircle(center, miles), coverSubscription(center, miles)]
      const areas = listAreas(center, miles)
      expect(cells.length).toBeLessThanOrEqual(maxCells)
      for (let round = 0; round < 200; round += 1) {
        const angle = random() * 2 * Math.PI
        const distance = miles * Math.sqrt(random())
        const lat = Math.min(90, Math.max(-90, center.lat + (distance / 69.1) * Math.sin(angle)))
        const nearPoint = makePoint(
          lat,
          center.lng + (distance / 69.1 / Math.max(0.001, Math.cos((lat * Math.PI) / 180))) * Math.cos(angle),
        )
        if (milesBetween(center, nearPoint) > miles) continue
        expect(
          [cells, subscriptionCells, areas].map((list) => countCells(list, nearPoint)),
          JSON.stringify(nearPoint),
        ).toEqual([1, 1, 1])
      }
    }
  })

  it('is searched in growing rings up to its radius', () => {
    const getRadii = (miles: number) => listRings(makePoint(30, -97), miles).map((ring) => ring.miles)
    expect(getRadii(15)).toEqual([1, 2, 4, 8, 15])
    expect(getRadii(10)).toEqual([1, 2, 4, 8, 10])
    expect(getRadii(0.5)).toEqual([0.5])
    expect(getRadii(50)).toEqual([1, 3, 8, 20, 50])
  })
})
