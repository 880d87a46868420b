import type { Weekday } from '../time/clock.ts'

/** Availability while a person edits it: times not typed yet are null or empty. */
export type DraftTimeRange = { startTime: string | null; endTime: string | null }
export type DraftDay = { isAvailable: boolean; timeRanges: DraftTimeRange[] }
export type DraftDate = { date: string; timeRanges: DraftTimeRange[] }
export type DraftAvailability = {
  timeZone: string
  weeklyAvailability: Record<Weekday, DraftDay>
  dateSpecificAvailability: DraftDate[]
}

/** What the date-specific dialog holds. */
export type DateDialog = { date: string | null; unavailableAllDay: boolean; timeRanges: DraftTimeRange[] }
