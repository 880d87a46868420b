import type { SeriesRule } from '../time/expand-series.ts'

/** An event as every calendar app can read it. Times are instants; `timeZone` is the zone in which calendars show them. */
export type CalendarEvent = {
  /** Never changes, so that a calendar recognizes an event that it already has. */
  id: string
  /** Increases with each change (`sequenceAt`). */
  sequence: number
  title: string
  description: string
  url: string
  place: string
  lat: number | null
  lng: number | null
  timeZone: string
  startsAt: number
  endsAt: number
  isCancelled: boolean
  /** The person has not answered yet whether they come. */
  isTentative?: boolean
  updatedAt: number
  /** For an entry that lasts whole days, as YYYY-MM-DD. Its times are then not written. `lastDate` is the last day. */
  days?: { firstDate: string; lastDate: string } | null
  /** For an event that represents a whole series. The first date is `startsAt`. */
  repeat?: { rule: SeriesRule; exceptions: readonly string[] } | undefined
}

export type CalendarSettings = {
  now: number
  /** The calendar's name, which subscribers see. Null for a file with one game: some apps would make a new calendar of that name. */
  name: string | null
}
