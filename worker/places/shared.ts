import { expose } from '../platform/columns.ts'
import { places } from './schema.ts'

/** The names of places. */
export const knownPlaces = expose(places, 'id', 'name')
