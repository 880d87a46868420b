import type { otherGrounds } from './grounds.ts'
import type { Drawing } from './layers.ts'
import { mats } from './mats.ts'
import { parks } from './parks.ts'
import { tables } from './tables.ts'
import { tracks } from './tracks.ts'

/** The other drawings: mats, tracks, parks and tables. */
export const otherDrawings: Record<keyof typeof otherGrounds, Drawing> = { ...mats, ...tracks, ...parks, ...tables }
