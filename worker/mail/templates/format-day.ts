import { writeDate } from '../../../domain/time/write-time.ts'

/** The zone of the person is not known. A day is precise enough in emails about plans. */
export const formatDay = (at: number): string => writeDate(at, { timeZone: 'UTC', now: at }, { month: 'long', day: 'numeric' })
