import { expose } from '../platform/columns.ts'
import { profiles } from './schema.ts'

/** What other features may read of a profile: where its owner plays and what, never the full name. */
export const playerProfiles = expose(profiles, 'userId', 'cityId', 'cityName', 'cityState', 'lat', 'lng', 'timeZone', 'activities')
