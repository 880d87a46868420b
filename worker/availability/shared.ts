import { expose } from '../platform/columns.ts'
import { availability } from './schema.ts'

/** For features that compare when people can play. What they tell of it is theirs to decide; it is never shown as it is. */
export const playTimes = expose(availability, 'userId', 'timeZone', 'weekly', 'dates')
