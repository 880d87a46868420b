import { expose } from '../platform/columns.ts'
import { availability } from './schema.ts'

/** For features that compare when people can play. They must never show these values directly. */
export const sharedAvailability = expose(availability, 'userId', 'timeZone', 'weekly', 'dates', 'weeklySince', 'earlierWeekly')
