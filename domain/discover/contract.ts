import * as v from 'valibot'
import { ListedEvent } from '../events/contract.ts'
import { Cursor, Id } from '../ids.ts'
import { degreesInText } from '../numbers.ts'
import { discoverOrders } from './state.ts'

const Parameter = v.optional(v.pipe(v.string(), v.maxLength(1000)))

const latitude = v.optional(degreesInText(90))
const longitude = v.optional(degreesInText(180))

/** The filters as in the URL of the screen (`read-query.ts`), and the view of the map. */
export const DiscoverSearch = v.object({
  activity: Parameter,
  not: Parameter,
  city: Parameter,
  lat: Parameter,
  lng: Parameter,
  radius: Parameter,
  from: Parameter,
  to: Parameter,
  days: Parameter,
  notdays: Parameter,
  time: Parameter,
  nottime: Parameter,
  level: Parameter,
  free: Parameter,
  paid: Parameter,
  price: Parameter,
  seats: Parameter,
  kind: Parameter,
  q: Parameter,
  south: latitude,
  north: latitude,
  west: longitude,
  east: longitude,
  order: v.optional(v.picklist(discoverOrders), 'best'),
  /** Past games instead of upcoming ones. */
  past: v.optional(v.literal('1')),
  team: v.optional(Id),
  /** Only games of hosts that the viewer follows. Ignored for signed-out viewers. */
  hosts: v.optional(v.literal('followed')),
  cursor: Cursor,
})
export type DiscoverSearch = v.InferOutput<typeof DiscoverSearch>

/** Why a game is recommended, besides being near and soon. */
export const reasons = ['yourLevel', 'youCanPlay', 'yourActivity'] as const
export type Reason = (typeof reasons)[number]

export const DiscoverEvent = v.object({
  ...ListedEvent.entries,
  /** Distance from the center of the search. */
  miles: v.nullable(v.number()),
  reasons: v.array(v.picklist(reasons)),
  /** The names of both sides, if it is a match of a season and the viewer is a member of its community. */
  sides: v.optional(v.nullable(v.object({ home: v.string(), away: v.string() }))),
})
export type DiscoverEvent = v.InferOutput<typeof DiscoverEvent>

/**
 * Which games were compared to put the best first: `count` of them. They are all games of the search, or those that start until
 * `until`. Later games follow after them.
 */
const Ranked = v.object({ count: v.number(), until: v.nullable(v.object({ startsAt: v.number(), timeZone: v.string() })) })
export type Ranked = v.InferOutput<typeof Ranked>

/** `next` is the cursor where this page stopped. A page can stop before it is full. `ranked` is null for lists by date. */
export const DiscoverPage = v.object({
  events: v.array(DiscoverEvent),
  /** How many games a page by date stands for. A series is one row for all of its games. A ranked page has them in `ranked`. */
  games: v.number(),
  next: v.nullable(v.string()),
  ranked: v.nullable(Ranked),
})
export type DiscoverPage = v.InferOutput<typeof DiscoverPage>

export const discoverPageSize = 20
