import { describe, expect, it } from 'vitest'
import { describePin, type MapCity, readLine, splitCredit, writeLine } from '../../domain/maps/rules.ts'

const austin: MapCity = { name: 'Austin', state: 'TX', lat: 30.26715, lng: -97.74306, thousands: 932 }
const roundRock: MapCity = { name: 'Round Rock', state: 'TX', lat: 30.50826, lng: -97.6789, thousands: 115 }
const houston = { lat: 29.76328, lng: -95.36327 }

describe('A pin', () => {
  it('is named after the nearest city', () => {
    expect(describePin({ lat: 30.44444, lng: -97.7 }, [austin, roundRock])).toEqual({
      name: 'Round Rock, TX',
      lat: 30.444,
      lng: -97.7,
      description: 'Near Round Rock, TX',
    })
  })

  it('far from all cities is named by its coordinates, which never exceed 180 degrees', () => {
    expect(describePin({ lat: 51.5, lng: 190 }, [austin])).toEqual({
      name: '51.50, -170.00',
      lat: 51.5,
      lng: -170,
      description: 'A pin at 51.50, -170.00',
    })
  })
})

describe('The map files', () => {
  it('store a line in whole steps that can be read back', () => {
    const steps = writeLine([austin, austin, houston])
    expect(steps).toHaveLength(4)
    expect(steps.every(Number.isInteger)).toBe(true)
    const line = readLine(steps)
    expect(line[1]?.[0]).toBeCloseTo(houston.lat, 2)
    expect(line[1]?.[1]).toBeCloseTo(houston.lng, 2)
  })
})

describe('The credit of a map', () => {
  it('is a text with or without a link', () => {
    expect(splitCredit('© OpenStreetMap <https://www.openstreetmap.org/copyright>')).toEqual({
      credit: '© OpenStreetMap',
      creditUrl: 'https://www.openstreetmap.org/copyright',
    })
    expect(splitCredit('Ours')).toEqual({ credit: 'Ours', creditUrl: null })
  })
})
