import * as v from 'valibot'
import { Id } from '../ids.ts'

/** A name such as `week-heatmap`, chosen by the developer of the beta. A name that no code uses any more has no effect. */
const BetaName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,39}$/, 'Betas are named like week-heatmap.'))

/** The betas that are on for the viewer. */
export const Betas = v.object({ betas: v.array(v.string()) })
export const BetaSwitch = v.object({ userId: Id, beta: BetaName })
