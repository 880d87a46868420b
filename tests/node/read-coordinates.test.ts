import { describe, expect, it } from 'vitest'
import { readCoordinates } from '../../domain/geo/read-coordinates.ts'

const austin = { lat: 30.2672, lng: -97.7431 }

describe('Coordinates that somebody pastes', () => {
  it.each(['30.2672, -97.7431', ' 30.2672,-97.7431 ', '(30.2672 -97.7431)', '30.2672° N, 97.7431° W', '30.2672n 97.7431w'])(
    'are read as map apps write them: %s',
    (text) => expect(readCoordinates(text)).toEqual(austin),
  )

  it('may be south and east', () => expect(readCoordinates('33.86° S, 151.2° E')).toEqual({ lat: -33.86, lng: 151.2 }))

  it.each([
    '',
    '30.2672',
    '30.2672,',
    '91, 0',
    '0, 181',
    '30,2672, 97,7431',
    '1e2, 3',
    'NaN, NaN',
    'Austin, TX',
    '30.2672, -97.7431, 5',
    `30${' '.repeat(60)}-97`,
  ])('are nothing else: %s', (text) => expect(readCoordinates(text)).toBeNull())
})
