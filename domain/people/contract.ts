import * as v from 'valibot'
import { hoursTogetherBuckets } from '../availability/compare-hours.ts'
import { connectionStates } from '../connections/contract.ts'
import { Face } from '../profiles/contract.ts'
import { maxNearPlayers } from './kinds.ts'

/** A nearby player with what a stranger may know: their city, the activities both play, and how similar their hours are. */
export const NearPlayer = v.object({
  person: Face,
  city: v.object({ name: v.string(), state: v.string() }),
  /** Rounded, and measured from the center of a large square, so that it cannot reveal where a person lives. */
  miles: v.number(),
  /** The activities both play, with the level of the other player. */
  shared: v.array(v.object({ activity: v.string(), level: v.nullable(v.number()) })),
  /** How similar the usual hours of both are. Null if one of them has no hours that count yet, or if the player does not show it. */
  hoursTogether: v.nullable(v.picklist(hoursTogetherBuckets)),
  connection: v.nullable(v.picklist(connectionStates)),
})
export type NearPlayer = v.InferOutput<typeof NearPlayer>

export const NearSearch = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'Enter a number.'), v.transform(Number), v.minValue(1), v.maxValue(maxNearPlayers)),
    String(maxNearPlayers),
  ),
  activity: v.optional(v.pipe(v.string(), v.maxLength(40))),
})

/** `city` is the viewer's own city, around which we searched; null before their profile has one. */
export const NearPlayers = v.object({ players: v.array(NearPlayer), city: v.nullable(v.string()) })
export type NearPlayers = v.InferOutput<typeof NearPlayers>
