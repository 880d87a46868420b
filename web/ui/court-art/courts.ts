import { fields } from './fields.ts'
import type { courtGrounds } from './grounds.ts'
import { halls } from './halls.ts'
import type { Drawing } from './layers.ts'
import { netCourts } from './net-courts.ts'
import { waters } from './waters.ts'

/** The half of the drawings that most pages show: courts, halls, pitches and pools. */
export const courts: Record<keyof typeof courtGrounds, Drawing> = { ...netCourts, ...halls, ...fields, ...waters }
