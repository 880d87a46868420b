import { describe, expect, it } from 'vitest'
import { cellsOf } from '../../domain/geo/cells.ts'
import type { Bounds, LatLng } from '../../domain/geo/contract.ts'
import { coverBounds, coverCircle, coverSearch, maxCells, ringsAround, stretchesOf } from '../../domain/geo/cover.ts'
import { milesBetween, wrapLng } from '../../domain/geo/distance.ts'
import { randomBy } from '../setup/random-by.ts'

const at = (lat: number, lng: number): LatLng => ({ lat, lng })
/** In how many of these cells a point is: in a cover, in one exactly. */
const timesIn = (cells: readonly number[], point: LatLng) => cellsOf(point).filter((cell) => cells.includes(cell)).length

/** The same question without cells. */
const isWithin = ({ lat, lng }: LatLng, bounds: Bounds) =>
  lat >= bounds.south && lat <= bounds.north && stretchesOf(bounds).some(([west, east]) => wrapLng(lng) >= west && wrapLng(lng) <= east)

describe('A point', () => {
  it('is in one cell of each of five levels, and no cell is another', () => {
    const all = [at(40.7, -74), at(40.9, -74), at(-33, 151), at(0, 0)].flatMap(cellsOf)
    expect(cellsOf(at(40.7, -74))).toHaveLength(5)
    expect(all.every(Number.isSafeInteger)).toBe(true)
    expect(new Set(cellsOf(at(40.7, -74))).size).toBe(5)
    expect(cellsOf(at(40.7, -74))[0]).toBe(cellsOf(at(40.9, -74))[0])
    expect(cellsOf(at(40.7, -74))[4]).not.toBe(cellsOf(at(40.9, -74))[4])
  })

  it('on the date line is at one place, however it is written', () => {
    expect(cellsOf(at(10, 180))).toEqual(cellsOf(at(10, -180)))
    expect(cellsOf(at(10, 190))).toEqual(cellsOf(at(10, -170)))
  })

  it('at a pole is in the last row, not behind it', () => {
    expect(cellsOf(at(90, 20))).toEqual(cellsOf(at(89.999, 20)))
    expect(cellsOf(at(-90, 20))).toEqual(cellsOf(at(-89.999, 20)))
  })
})

describe('A view', () => {
  it.each<[string, Bounds, LatLng[], LatLng[]]>([
    ['across the date line', { south: -20, north: -10, west: 175, east: -175 }, [at(-15, 179), at(-15, -179), at(-15, 180)], [at(-15, 0)]],
    ['that goes on counting there', { south: -20, north: -10, west: 175, east: 185 }, [at(-15, 179), at(-15, -179)], [at(-15, 0)]],
    ['of another turn of the map', { south: 30, north: 31, west: -458, east: -457 }, [at(30.5, -97.5)], [at(30.5, 97.5)]],
    ['that ends on the date line', { south: 0, north: 1, west: 170, east: 180 }, [at(0.5, 180), at(0.5, -180)], [at(0.5, -170)]],
    ['of the north pole', { south: 85, north: 90, west: -180, east: 180 }, [at(90, 0), at(90, 180), at(86, -77)], [at(80, 0)]],
    ['of the south pole', { south: -90, north: -89, west: 0, east: 10 }, [at(-90, 5), at(-90, 0)], [at(-90, 15)]],
    ['of no size', { south: 45, north: 45, west: -90, east: -90 }, [at(45, -90)], [at(45, -90.0001)]],
    ['of one cell, to its edges', { south: 0, north: 45, west: -90, east: 0 }, [at(0, -90), at(45, 0), at(45, -90)], [at(-0.0001, -90)]],
    ['of the whole world', { south: -90, north: 90, west: -180, east: 180 }, [at(90, 180), at(-90, -180), at(0, 0), at(40, -74)], []],
    ['of more than the world', { south: -90, north: 90, west: -400, east: 400 }, [at(90, 180), at(40, -74)], []],
  ])('%s holds what lies in it', (_, bounds, inside, outside) => {
    const cells = coverBounds(bounds)
    expect(cells.length).toBeLessThanOrEqual(maxCells)
    expect(inside.map((point) => [timesIn(cells, point), isWithin(point, bounds)])).toEqual(inside.map(() => [1, true]))
    expect(outside.map((point) => isWithin(point, bounds))).toEqual(outside.map(() => false))
  })

  it('that is upside down, or none, has no cells', () => {
    expect(coverBounds({ south: 10, north: 5, west: 0, east: 1 })).toEqual([])
    expect(coverBounds({ south: Number.NaN, north: 5, west: 0, east: 1 })).toEqual([])
  })

  it('of any kind has at most 16 cells, and each of its points lies in one of them', () => {
    const random = randomBy(1)
    for (let round = 0; round < 2000; round += 1) {
      const south = random() * 180 - 90
      const west = random() * 360 - 180
      const [up, across] = [Math.min(90 - south, 10 ** (random() * 5 - 3)), 10 ** (random() * 5.5 - 3)]
      const bounds = { south, north: south + up, west, east: west + across }
      const cells = coverBounds(bounds)
      expect(cells.length, JSON.stringify(bounds)).toBeLessThanOrEqual(maxCells)
      const point = at(south + random() * up, west + random() * Math.min(across, 360))
      const corners = [at(bounds.south, bounds.west), at(bounds.north, bounds.east)]
      for (const some of [point, ...corners]) expect(timesIn(cells, some), JSON.stringify({ bounds, some })).toBe(1)
    }
  })

  it('as large as a city is held by cells not much larger', () => {
    const cells = coverBounds({ south: 30.1, north: 30.5, west: -98, east: -97.5 })
    expect(timesIn(cells, at(30.3, -97.7))).toBe(1)
    expect(timesIn(cells, at(29.4, -98.5)), 'San Antonio').toBe(0)
    expect(timesIn(cells, at(31.5, -97.1)), 'Waco').toBe(0)
  })
})

describe('A circle', () => {
  it.each([
    ['in Austin', at(30.27, -97.74)],
    ['in Fiji, across the date line', at(-16.8, 179.95)],
    ['on the date line', at(60, -180)],
    ['around the north pole', at(89.9, 10)],
    ['beside the south pole', at(-89.2, 100)],
    ['at a pole', at(90, 0)],
    ['on the corner of cells', at(45, -90)],
  ])('%s holds all around it, once', (_, center) => {
    const random = randomBy(2)
    for (const miles of [1, 7, 15, 50]) {
      const [cells, few] = [coverCircle(center, miles), coverSearch(center, miles)]
      expect(cells.length).toBeLessThanOrEqual(maxCells)
      for (let round = 0; round < 200; round += 1) {
        const angle = random() * 2 * Math.PI
        const far = miles * Math.sqrt(random())
        const lat = Math.min(90, Math.max(-90, center.lat + (far / 69.1) * Math.sin(angle)))
        const near = at(lat, center.lng + (far / 69.1 / Math.max(0.001, Math.cos((lat * Math.PI) / 180))) * Math.cos(angle))
        if (milesBetween(center, near) > miles) continue
        expect([timesIn(cells, near), timesIn(few, near)], JSON.stringify(near)).toEqual([1, 1])
      }
    }
  })

  it('is looked through in rings, up to as far as was asked for', () => {
    const far = (miles: number) => ringsAround(at(30, -97), miles).map((ring) => ring.miles)
    expect(far(15)).toEqual([1, 2, 4, 8, 15])
    expect(far(10)).toEqual([1, 2, 4, 8, 10])
    expect(far(0.5)).toEqual([0.5])
    expect(far(50)).toEqual([1, 3, 8, 20, 50])
  })
})
