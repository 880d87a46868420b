import * as v from 'valibot'
import { degreesInText } from '../numbers.ts'

/** The visible area of a map. If west is greater than east, it crosses the date line. */
export const MapView = v.object({
  south: degreesInText(90),
  north: degreesInText(90),
  west: degreesInText(180),
  east: degreesInText(180),
})

/** The items of one cell of the map, drawn in the middle of them. */
const MapCluster = v.object({ key: v.string(), lat: v.number(), lng: v.number(), count: v.number() })
export type MapCluster = v.InferOutput<typeof MapCluster>

/** A map has either single items, at most `maxMapItems`, or clusters with their true counts. */
export const MapClusters = v.object({
  clusters: v.array(MapCluster),
  /** The grid of the clusters has 2^bits cells per side. Null if there are no clusters. */
  bits: v.nullable(v.number()),
})

export const maxMapItems = 200
