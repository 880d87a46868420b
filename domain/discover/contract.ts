import * as v from 'valibot'
import { EventCard } from '../events/contract.ts'
import { Cursor, Id } from '../ids.ts'
import { degreesInText } from '../numbers.ts'
import { discoverOrders } from './state.ts'

const word = v.optional(v.pipe(v.string(), v.maxLength(1000)))

const latitude = v.optional(degreesInText(90))
const longitude = v.optional(degreesInText(180))

/** The filters as they stand in the screen's own address (`read-query.ts`), and the view of the map. */
export const DiscoverSearch = v.object({
  activity: word,
  not: word,
  city: word,
  lat: word,
  lng: word,
  radius: word,
  from: word,
  to: word,
  days: word,
  notdays: word,
  time: word,
  nottime: word,
  level: word,
  free: word,
  price: word,
  seats: word,
  kind: word,
  q: word,
  south: latitude,
  north: latitude,
  west: longitude,
  east: longitude,
  order: v.optional(v.picklist(discoverOrders), 'best'),
  /** What is over instead of what is to come. */
  past: v.optional(v.literal('1')),
  team: v.optional(Id),
  /** What those put up whom one follows; forgotten for a stranger. */
  hosts: v.optional(v.literal('followed')),
  cursor: Cursor,
})
export type DiscoverSearch = v.InferOutput<typeof DiscoverSearch>

/** Why a game stands where it does, as far as there is more to say than near and soon. */
export const reasons = ['yourLevel', 'youCanPlay', 'yourActivity'] as const
export type Reason = (typeof reasons)[number]

export const DiscoverEvent = v.object({
  ...EventCard.entries,
  /** From the middle of what was looked at. */
  miles: v.nullable(v.number()),
  reasons: v.array(v.picklist(reasons)),
})
export type DiscoverEvent = v.InferOutput<typeof DiscoverEvent>

/** `next` goes on where this page stopped looking, which may be before it was full. */
export const DiscoverPage = v.object({ events: v.array(DiscoverEvent), next: v.nullable(v.string()) })
export type DiscoverPage = v.InferOutput<typeof DiscoverPage>

export const discoverPageSize = 20
