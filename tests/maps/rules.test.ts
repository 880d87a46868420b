import { describe, expect, it } from 'vitest'
import { describePin, type KnownCity, readLine, splitCredit, writeLine } from '../../domain/maps/rules.ts'

const austin: KnownCity = { name: 'Austin', state: 'TX', lat: 30.26715, lng: -97.74306, thousands: 932 }
const roundRock: KnownCity = { name: 'Round Rock', state: 'TX', lat: 30.50826, lng: -97.6789, thousands: 115 }
const houston = { lat: 29.76328, lng: -95.36327 }

describe('A pin', () => {
  it('is called by the nearest city', () => {
    expect(describePin({ lat: 30.44444, lng: -97.7 }, [austin, roundRock])).toEqual({
      name: 'Round Rock, TX',
      lat: 30.444,
      lng: -97.7,
      description: 'Near Round Rock, TX',
    })
  })

  it('far from all of them is called by where it is, on this side of the date line', () => {
    expect(describePin({ lat: 51.5, lng: 190 }, [austin])).toEqual({
      name: '51.50, -170.00',
      lat: 51.5,
      lng: -170,
      description: 'A pin at 51.50, -170.00',
    })
  })
})

describe('The map’s files', () => {
  it('write a line in whole steps and read it back', () => {
    const steps = writeLine([austin, austin, houston])
    expect(steps).toHaveLength(4)
    expect(steps.every(Number.isInteger)).toBe(true)
    const line = readLine(steps)
    expect(line[1]?.[0]).toBeCloseTo(houston.lat, 2)
    expect(line[1]?.[1]).toBeCloseTo(houston.lng, 2)
  })
})

describe('The credit of a map', () => {
  it('is words, with or without an address', () => {
    expect(splitCredit('© OpenStreetMap <https://www.openstreetmap.org/copyright>')).toEqual({
      credit: '© OpenStreetMap',
      creditUrl: 'https://www.openstreetmap.org/copyright',
    })
    expect(splitCredit('Ours')).toEqual({ credit: 'Ours', creditUrl: null })
  })
})
