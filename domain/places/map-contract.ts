import * as v from 'valibot'
import { MapClusters } from '../geo/map-contract.ts'
import { PlaceCard, PlacesInBoundsSearch } from './contract.ts'

/** The visible area of the map, with the filters of the list. */
export const PlacesMapSearch = v.omit(PlacesInBoundsSearch, ['cursor', 'lat', 'lng'])
export type PlacesMapSearch = v.InferOutput<typeof PlacesMapSearch>

/** A place on a map. */
export const MapPlace = v.pick(PlaceCard, ['id', 'name', 'lat', 'lng', 'address', 'cityName', 'cityState', 'activities'])
export type MapPlace = v.InferOutput<typeof MapPlace>

/** The filters without which the map counts places if there are too many to read one by one. */
export const uncountedPlaceFilters = ['activities', 'lights', 'indoor', 'free'] as const

/** Either single places, or clusters with their true counts. */
export const PlacesMap = v.object({
  places: v.array(MapPlace),
  ...MapClusters.entries,
  uncounted: v.array(v.picklist(uncountedPlaceFilters)),
})
export type PlacesMap = v.InferOutput<typeof PlacesMap>
