import * as v from 'valibot'
import { EventLive } from './contract.ts'
import { JoinEvent } from './join-contract.ts'
import { activeStates } from './states.ts'

/** Joins all upcoming dates of a series. A date without a free seat puts the person on its waitlist. Dates that cost money are left out. */
export const JoinSeries = v.omit(JoinEvent, ['tierId', 'friendIds', 'orWait'])
export type JoinSeries = v.InferOutput<typeof JoinSeries>

/** What happened to one date. */
export const SeriesDate = v.object({
  id: v.string(),
  startsAt: v.number(),
  timeZone: v.string(),
  /** The viewer's state in it now; null if they are not in it. */
  state: v.nullable(v.picklist(activeStates)),
  /** Whether this request changed it. */
  isNew: v.boolean(),
  /** Why they could not join; null if they are in it. */
  why: v.nullable(v.string()),
})
export type SeriesDate = v.InferOutput<typeof SeriesDate>

/** The dates in order, and the seats of the game from which the request came; null if the viewer cannot see that game. */
export const SeriesAnswer = v.object({ dates: v.array(SeriesDate), live: v.nullable(EventLive) })
export type SeriesAnswer = v.InferOutput<typeof SeriesAnswer>
