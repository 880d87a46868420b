import { describe, expect, it } from 'vitest'
import type { LatLng } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { formatRoundedMiles, milesToPerson, roundMiles, snapToSquare } from '../../domain/geo/people.ts'
import { makeRandom } from '../setup/make-random.ts'

const austin = { lat: 30.26715, lng: -97.74306 }
const move = ({ lat, lng }: LatLng, north: number, east: number): LatLng => ({
  lat: lat + north / 69.1,
  lng: lng + east / 69.1 / Math.cos((lat * Math.PI) / 180),
})

describe('A shown distance', () => {
  it('is rounded to whole miles nearby, and more coarsely farther away', () => {
    expect([0, 0.99, 1, 2.4, 3.2, 4.6, 7, 12, 13, 40, 130, 2448].map(roundMiles)).toEqual([0, 0, 2, 2, 3, 5, 5, 10, 15, 50, 150, 2500])
    expect([0.3, 1.2, 1400].map(formatRoundedMiles)).toEqual(['under 1 mile', 'about 2 miles', 'about 1,500 miles'])
  })

  it('never decreases if the real distance increases', () => {
    const distances = Array.from({ length: 6000 }, (_, tenth) => roundMiles(tenth / 10))
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  })
})

describe('The distance to a person', () => {
  it('is never shown as less than a few miles', () => {
    expect(milesToPerson(austin, austin)).toBe(5)
    expect(milesToPerson(austin, move(austin, 100, 0))).toBe(100)
  })

  it('is right across the date line and at the poles', () => {
    expect(snapToSquare({ lat: 52, lng: 180 })).toEqual(snapToSquare({ lat: 52, lng: -180 }))
    for (const lat of [90, -90]) expect(milesBetween({ lat, lng: 0 }, snapToSquare({ lat, lng: 77 }))).toBeLessThan(10)
    expect(milesToPerson({ lat: -16.8, lng: 179.99 }, { lat: -16.8, lng: -179.99 })).toBeLessThanOrEqual(10)
  })

  it('does not reveal where they are, even if asked from hundreds of points', () => {
    const random = makeRandom(3)
    for (let round = 0; round < 50; round += 1) {
      const person = move(austin, random() * 60 - 30, random() * 60 - 30)
      const probes = [move(austin, 40, 0), move(austin, -20, 35), move(austin, -20, -35)]
      const randomProbes = Array.from({ length: 300 }, () => move(person, random() * 40 - 20, random() * 40 - 20))
      const readDistances = (of: LatLng) => [...probes, ...randomProbes].map((probe) => milesToPerson(probe, of))
      const answers = JSON.stringify(readDistances(person))
      // All other points where the person could be according to these answers.
      const candidates = Array.from({ length: 400 }, () => move(person, random() * 24 - 12, random() * 24 - 12)).filter(
        (other) => JSON.stringify(readDistances(other)) === answers,
      )
      const [lats, lngs] = [candidates.map(({ lat }) => lat), candidates.map(({ lng }) => lng)]
      const corner = { lat: Math.min(...lats), lng: Math.min(...lngs) }
      expect(milesBetween(corner, { ...corner, lat: Math.max(...lats) })).toBeGreaterThan(6)
      expect(milesBetween(corner, { ...corner, lng: Math.max(...lngs) })).toBeGreaterThan(6)
    }
  })
})
