import * as v from 'valibot'
import { EventCard } from '../events/contract.ts'
import { degreesInText } from '../numbers.ts'
import { DiscoverSearch } from './contract.ts'

const { cursor: _, order: __, ...filters } = DiscoverSearch.entries

/** The visible area of the map, with the filters of the list. The radius around the center of the list has no meaning here. */
export const DiscoverMapSearch = v.object({
  ...filters,
  south: degreesInText(90),
  north: degreesInText(90),
  west: degreesInText(180),
  east: degreesInText(180),
})

/** The games of one cell of the map, drawn in the middle of them. */
const MapCluster = v.object({ key: v.string(), lat: v.number(), lng: v.number(), count: v.number() })

const { id, activity, title, where, timeZone, startsAt, levelMin, levelMax } = EventCard.entries
/** One game, or all games of a series at one place that are in the search: `startsAt` is the first of them. */
export const MapGame = v.object({
  id,
  activity,
  title,
  where,
  timeZone,
  startsAt,
  levelMin,
  levelMax,
  /** How many games this is. */
  count: v.number(),
  /** The starts of the next games of the series, up to `maxNextDates`. */
  nextDates: v.array(v.number()),
})
export type MapGame = v.InferOutput<typeof MapGame>

export const maxMapGames = 200

/** The filters that only the data of each game answers. Where the map has too many games to read, it counts without them. */
export const uncountedFilters = ['timeOfDay', 'level', 'seatsLeft'] as const
export type UncountedFilter = (typeof uncountedFilters)[number]

/** Either single games, or clusters with their true counts. */
export const DiscoverMap = v.object({
  games: v.array(MapGame),
  clusters: v.array(MapCluster),
  /** The grid of the clusters has 2^bits cells per side. Null if there are no clusters. */
  bits: v.nullable(v.number()),
  uncounted: v.array(v.picklist(uncountedFilters)),
})
export type DiscoverMap = v.InferOutput<typeof DiscoverMap>
