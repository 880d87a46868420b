import * as v from 'valibot'
import { connectionStates } from '../connections/contract.ts'
import { Face } from '../profiles/contract.ts'
import { maxNearPlayers } from './kinds.ts'

/** A nearby player with what a stranger may know: their city, the activities both play, and how often both are free. */
export const NearPlayer = v.object({
  person: Face,
  city: v.object({ name: v.string(), state: v.string() }),
  /** Rounded, and measured from the center of a large square, so that it cannot reveal where a person lives. */
  miles: v.number(),
  /** The activities both play, with the level of the other player. */
  shared: v.array(v.object({ activity: v.string(), level: v.nullable(v.number()) })),
  /** Hours of the next seven days in which both can play; null unless both have set their availability. */
  hoursTogether: v.nullable(v.number()),
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
