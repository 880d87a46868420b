import * as v from 'valibot'

/** Someone else's pictures of the ground, and the words and link they ask for. */
export const MapTiles = v.object({ url: v.string(), credit: v.string(), creditUrl: v.nullable(v.string()) })
export type MapTiles = v.InferOutput<typeof MapTiles>

/** How many steps of a state's file make a degree: about 200 meters each, a pixel or two on the closest view of our own map. */
export const atlasSteps = 500

/** What our own map knows of one state. Points are whole steps, and in a line each tells how far it is from the one before. */
export const StateAtlas = v.object({
  /** The lines between counties: x, y, x, y, … */
  lines: v.array(v.array(v.number())),
  /** Name, x, y, and how many thousands live there. */
  cities: v.array(v.tuple([v.string(), v.number(), v.number(), v.number()])),
})
export type StateAtlas = v.InferOutput<typeof StateAtlas>
