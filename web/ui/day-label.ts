import { writeDate } from '../../domain/time/write-time.ts'

/** The same text for all instants of one day in the viewer's time zone. */
export const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`

/** "Today", "Yesterday", or the date. */
export function labelDay(date: Date, now: Date): string {
  const day = dayOf(date)
  if (day === dayOf(now)) return 'Today'
  if (day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return 'Yesterday'
  return writeDate(date.getTime(), { now: now.getTime() }, { weekday: 'long', month: 'long', day: 'numeric' })
}
