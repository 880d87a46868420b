import { describe, expect, it } from 'vitest'
import { boundsAround, milesBetween, milesToBox } from '../../domain/geo/distance.ts'

const austin = { lat: 30.26715, lng: -97.74306 }
const houston = { lat: 29.76328, lng: -95.36327 }

describe('Distances', () => {
  it('are measured along the ground', () => {
    expect(milesBetween(austin, houston)).toBeCloseTo(146.6, 1)
    expect(milesBetween(austin, austin)).toBe(0)
    expect(milesBetween({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeCloseTo(13.8, 1)
  })

  it('give the bounds of a circle', () => {
    const { south, north, west, east } = boundsAround(austin, 15)
    expect(milesBetween(austin, { lat: north, lng: austin.lng })).toBeCloseTo(15, 1)
    expect(milesBetween(austin, { lat: south, lng: austin.lng })).toBeCloseTo(15, 1)
    expect(milesBetween(austin, { lat: austin.lat, lng: west })).toBeCloseTo(15, 1)
    expect(milesBetween(austin, { lat: austin.lat, lng: east })).toBeCloseTo(15, 1)
  })

  it('give bounds around the whole world for a circle around a pole', () => {
    expect(boundsAround({ lat: 89.9, lng: 10 }, 15)).toMatchObject({ north: 90, west: -180, east: 180 })
    expect(boundsAround({ lat: -89.9, lng: 10 }, 15)).toMatchObject({ south: -90, west: -180, east: 180 })
  })

  it('to a box are measured to its nearest point', () => {
    const box = { south: 30, north: 31, west: -98, east: -97 }
    expect(milesToBox(austin, box)).toBe(0)
    expect(milesToBox({ lat: 29, lng: -97.5 }, box)).toBeCloseTo(69.1, 1)
    expect(milesToBox({ lat: 30.5, lng: 262 }, { ...box, west: -180, east: -179 })).toBeGreaterThan(4000)
    expect(milesToBox({ lat: 0, lng: 179.9 }, { south: -1, north: 1, west: -180, east: -179 })).toBeCloseTo(6.91, 2)
    // Near a pole, the shortest way to a side goes over higher latitudes than the point itself.
    expect(milesToBox({ lat: 80, lng: 0 }, { south: 70, north: 90, west: 60, east: 70 })).toBeLessThan(
      milesBetween({ lat: 80, lng: 0 }, { lat: 80, lng: 60 }),
    )
  })
})
