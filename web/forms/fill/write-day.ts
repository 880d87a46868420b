import { writeDate } from '../../../domain/time/write-time.ts'

/** "Mar 1", or "Mar 1, 2027" in another year: a day without a time is the same in every zone. */
export const writeDay = (date: string, today: string): string =>
  writeDate(Date.parse(date), { now: Date.parse(today), timeZone: 'UTC', locale: 'en-US' }, { month: 'short', day: 'numeric' })
