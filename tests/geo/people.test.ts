import { describe, expect, it } from 'vitest'
import type { LatLng } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { bucketMiles, describeMiles, milesToPerson, snapForPeople } from '../../domain/geo/people.ts'
import { randomBy } from '../setup/random-by.ts'

const austin = { lat: 30.26715, lng: -97.74306 }
const moved = ({ lat, lng }: LatLng, north: number, east: number): LatLng => ({
  lat: lat + north / 69.1,
  lng: lng + east / 69.1 / Math.cos((lat * Math.PI) / 180),
})

describe('A distance', () => {
  it('is told in whole miles nearby, coarser farther away', () => {
    expect([0, 0.99, 1, 2.4, 3.2, 4.6, 7, 12, 13, 40, 130, 2448].map(bucketMiles)).toEqual([0, 0, 2, 2, 3, 5, 5, 10, 15, 50, 150, 2500])
    expect([0.3, 1.2, 1400].map(describeMiles)).toEqual(['under 1 mile', 'about 2 miles', 'about 1,500 miles'])
  })

  it('never grows shorter as one goes away', () => {
    const told = Array.from({ length: 6000 }, (_, tenth) => bucketMiles(tenth / 10))
    expect(told).toEqual(told.toSorted((a, b) => a - b))
  })
})

describe('A person', () => {
  it('is never told to be closer than a few miles', () => {
    expect(milesToPerson(austin, austin)).toBe(5)
    expect(milesToPerson(austin, moved(austin, 100, 0))).toBe(100)
  })

  it('is where they are from on either side of the date line, and at the poles', () => {
    expect(snapForPeople({ lat: 52, lng: 180 })).toEqual(snapForPeople({ lat: 52, lng: -180 }))
    for (const lat of [90, -90]) expect(milesBetween({ lat, lng: 0 }, snapForPeople({ lat, lng: 77 }))).toBeLessThan(10)
    expect(milesToPerson({ lat: -16.8, lng: 179.99 }, { lat: -16.8, lng: -179.99 })).toBeLessThanOrEqual(10)
  })

  it('cannot be located by asking from three places, nor from hundreds', () => {
    const random = randomBy(3)
    for (let round = 0; round < 50; round += 1) {
      const person = moved(austin, random() * 60 - 30, random() * 60 - 30)
      const probes = [moved(austin, 40, 0), moved(austin, -20, 35), moved(austin, -20, -35)]
      const more = Array.from({ length: 300 }, () => moved(person, random() * 40 - 20, random() * 40 - 20))
      const told = (of: LatLng) => [...probes, ...more].map((probe) => milesToPerson(probe, of))
      const answers = JSON.stringify(told(person))
      // Wherever else the person could be, as far as these answers tell.
      const alike = Array.from({ length: 400 }, () => moved(person, random() * 24 - 12, random() * 24 - 12)).filter(
        (other) => JSON.stringify(told(other)) === answers,
      )
      const [lats, lngs] = [alike.map(({ lat }) => lat), alike.map(({ lng }) => lng)]
      const corner = { lat: Math.min(...lats), lng: Math.min(...lngs) }
      expect(milesBetween(corner, { ...corner, lat: Math.max(...lats) })).toBeGreaterThan(6)
      expect(milesBetween(corner, { ...corner, lng: Math.max(...lngs) })).toBeGreaterThan(6)
    }
  })
})
