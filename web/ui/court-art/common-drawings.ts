import { fields } from './fields.ts'
import type { commonGrounds } from './grounds.ts'
import { halls } from './halls.ts'
import type { Drawing } from './layers.ts'
import { netCourts } from './net-courts.ts'
import { waters } from './waters.ts'

/** The drawings that most pages show: courts, halls, pitches and pools. */
export const commonDrawings: Record<keyof typeof commonGrounds, Drawing> = { ...netCourts, ...halls, ...fields, ...waters }
