import type { SeriesRule } from '../time/expand-series.ts'

/** What a calendar of any make is told of an event. Times are instants; the zone says whose clocks they are shown by. */
export type CalendarEvent = {
  /** The same for as long as the event lives: by it a calendar knows what it has already. */
  id: string
  /** Goes up with each change. */
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
  updatedAt: number
  /** An event that stands for its whole series. The first date is `startsAt`. */
  repeat?: { rule: SeriesRule; exceptions: readonly string[] } | undefined
}

export type CalendarSettings = {
  now: number
  /** What subscribers see it called. */
  name: string
}
