import { writeTime } from '../../domain/time/write-time.ts'

/** "November 2026" for "2026-11". */
export const writeMonth = (month: string, options: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric' }) =>
  writeTime(Date.parse(`${month}-01T00:00:00Z`), 'UTC', options)
