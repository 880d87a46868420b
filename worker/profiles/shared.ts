import { expose } from '../platform/columns.ts'
import { profiles } from './schema.ts'

/** The columns that other features may read: the city and the activities, the reason they came, and never the full name. */
export const playerProfiles = expose(
  profiles,
  'userId',
  'cityId',
  'cityName',
  'cityState',
  'lat',
  'lng',
  'timeZone',
  'activities',
  'joinReason',
)
