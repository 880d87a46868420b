import * as v from 'valibot'
import { connectionStates } from '../connections/contract.ts'
import { Face } from '../profiles/contract.ts'
import { maxNearPlayers } from './kinds.ts'

/** Someone who plays near, as far as a stranger may know: their city, what both play, and how often both are free. */
export const NearPlayer = v.object({
  person: Face,
  city: v.object({ name: v.string(), state: v.string() }),
  /** Coarse on purpose, and told from the middle of a square of many miles: nobody is found by it. */
  miles: v.number(),
  /** What both play, with the other's level. */
  shared: v.array(v.object({ activity: v.string(), level: v.nullable(v.number()) })),
  /** Hours of the coming week in which both can play; null where either has not said. */
  hoursTogether: v.nullable(v.number()),
  connection: v.nullable(v.picklist(connectionStates)),
})
export type NearPlayer = v.InferOutput<typeof NearPlayer>

export const NearSearch = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'How many?'), v.transform(Number), v.minValue(1), v.maxValue(maxNearPlayers)),
    String(maxNearPlayers),
  ),
  activity: v.optional(v.pipe(v.string(), v.maxLength(40))),
})

/** `city` is whose neighborhood it is; none before the profile has one. */
export const NearPlayers = v.object({ players: v.array(NearPlayer), city: v.nullable(v.string()) })
export type NearPlayers = v.InferOutput<typeof NearPlayers>
