import * as v from 'valibot'
import { day } from '../time/spans.ts'

/** How far back a calendar goes, so that a game that was played or cancelled lately is still in it. */
export const calendarPast = 30 * day
/** The games of a calendar, nearest first in each direction. */
export const maxUpcomingInCalendar = 300
export const maxPastInCalendar = 100
/** The games of teams on other sites. */
export const maxOtherInCalendar = 100

/** The secret address at which calendar apps read the games of a person or of a community. */
export const CalendarAddress = v.object({
  url: v.string(),
  createdAt: v.number(),
  /** For the games of a person: whether those of their teams on other sites are in it. */
  hasOtherTeams: v.boolean(),
})
export type CalendarAddress = v.InferOutput<typeof CalendarAddress>

/** Null if there is none. */
export const OwnCalendarAddress = v.object({ address: v.nullable(CalendarAddress) })
export type OwnCalendarAddress = v.InferOutput<typeof OwnCalendarAddress>

export const ChangeCalendarAddress = v.object({ hasOtherTeams: v.boolean() })

/** A key that we look up, and our signature of it. */
export const CalendarToken = v.object({ token: v.pipe(v.string(), v.maxLength(200)) })
