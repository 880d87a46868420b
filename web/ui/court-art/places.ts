import type { placeGrounds } from './grounds.ts'
import type { Drawing } from './layers.ts'
import { mats } from './mats.ts'
import { parks } from './parks.ts'
import { tables } from './tables.ts'
import { tracks } from './tracks.ts'

/** The other half: mats, tracks, parks and tables. */
export const places: Record<keyof typeof placeGrounds, Drawing> = { ...mats, ...tracks, ...parks, ...tables }
