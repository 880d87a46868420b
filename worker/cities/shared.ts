import { expose } from '../platform/columns.ts'
import { cities } from './schema.ts'

/** The names of cities. */
export const knownCities = expose(cities, 'id', 'name', 'state')
