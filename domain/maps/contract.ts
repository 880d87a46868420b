import * as v from 'valibot'

/** Map tiles of an external provider, with the credit text and link that it requires. */
export const MapTiles = v.object({ url: v.string(), credit: v.string(), creditUrl: v.nullable(v.string()) })
export type MapTiles = v.InferOutput<typeof MapTiles>

/** Steps per degree in a state's file. One step is about 200 meters, one or two pixels at the closest zoom of our own map. */
export const stepsPerDegree = 500

/** The data of our own map for one state. Coordinates are whole steps. In a line, each point is relative to the one before. */
export const StateAtlas = v.object({
  /** County borders: x, y, x, y, … */
  lines: v.array(v.array(v.number())),
  /** Name, x, y, and the population in thousands. */
  cities: v.array(v.tuple([v.string(), v.number(), v.number(), v.number()])),
})
export type StateAtlas = v.InferOutput<typeof StateAtlas>
