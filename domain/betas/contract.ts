import * as v from 'valibot'
import { Id } from '../ids.ts'

/** Named by whoever builds the trial: `week-heatmap`. A name nobody asks for any more does no harm. */
const BetaName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,39}$/, 'Betas are named like week-heatmap.'))

/** The trial features that are on for me. */
export const Betas = v.object({ betas: v.array(v.string()) })
export const BetaSwitch = v.object({ userId: Id, beta: BetaName })
