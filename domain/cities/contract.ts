import * as v from 'valibot'
import { stateCodes } from '../us-states.ts'

/** A US city or town. The id comes from GeoNames. */
export const City = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  name: v.string(),
  state: v.picklist(stateCodes),
  lat: v.number(),
  lng: v.number(),
  timeZone: v.string(),
})
export type City = v.InferOutput<typeof City>

export const CitySearch = v.object({
  q: v.pipe(v.string(), v.trim(), v.minLength(1, 'Type at least one letter.'), v.maxLength(80, 'This is too long for a city name.')),
})

export const CityList = v.object({ cities: v.array(City) })

export const CityId = v.object({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, 'A city is identified by its number.'), v.transform(Number)),
})

/** A city with its population. Search results are sorted by population. */
export const CitySource = v.object({ ...City.entries, population: v.pipe(v.number(), v.integer(), v.minValue(0)) })
export type CitySource = v.InferOutput<typeof CitySource>

/** Rows of the search index that `buildCityIndex` builds. */
export const CityIndexPart = v.object({
  cities: v.array(CitySource),
  names: v.array(v.object({ name: v.string(), weight: v.number(), cityId: v.number() })),
  prefixes: v.array(v.object({ prefix: v.string(), cities: v.array(City) })),
})
export type CityIndexPart = v.InferOutput<typeof CityIndexPart>
