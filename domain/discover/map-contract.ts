import * as v from 'valibot'
import { EventCard } from '../events/contract.ts'
import { MapClusters, MapView } from '../geo/map-contract.ts'
import { DiscoverSearch } from './contract.ts'

const { cursor: _, order: __, ...filters } = DiscoverSearch.entries

/** The visible area of the map, with the filters of the list. The radius around the center of the list has no meaning here. */
export const DiscoverMapSearch = v.object({ ...filters, ...MapView.entries })

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

/** The filters that only the data of each game answers. Where the map has too many games to read, it counts without them. */
export const uncountedFilters = ['timeOfDay', 'level', 'price', 'seatsLeft'] as const
export type UncountedFilter = (typeof uncountedFilters)[number]

/** Either single games, or clusters with their true counts. */
export const DiscoverMap = v.object({
  games: v.array(MapGame),
  ...MapClusters.entries,
  uncounted: v.array(v.picklist(uncountedFilters)),
})
export type DiscoverMap = v.InferOutput<typeof DiscoverMap>
