import type { Weekday } from '../time/clock.ts'

/** Availability while the user edits it. Times that are not filled in yet are null or empty. */
export type DraftTimeRange = { startTime: string | null; endTime: string | null }
export type DraftDay = { isAvailable: boolean; timeRanges: DraftTimeRange[] }
export type DraftDate = { date: string; timeRanges: DraftTimeRange[] }
export type DraftAvailability = {
  timeZone: string
  weeklyAvailability: Record<Weekday, DraftDay>
  dateSpecificAvailability: DraftDate[]
}

/** The fields of the dialog for one date. */
export type DateDialog = { date: string | null; unavailableAllDay: boolean; timeRanges: DraftTimeRange[] }
