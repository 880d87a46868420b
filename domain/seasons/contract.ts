import * as v from 'valibot'
import { PlainDate } from '../availability/contract.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { properName } from '../texts.ts'

const maxLabelLength = 60
export const maxSeasons = 200
export const seasonPageSize = 20

/** Calendar days. The season includes both. */
export const CreateSeason = v.pipe(
  v.object({
    label: properName('A season label', 1, maxLabelLength),
    startDate: PlainDate,
    endDate: PlainDate,
    idempotencyKey: v.optional(IdempotencyKey),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => startDate <= endDate, 'The end must not be before the start.'),
    ['endDate'],
  ),
)
export type CreateSeason = v.InferOutput<typeof CreateSeason>

/** A period in which a team plays. Dates are YYYY-MM-DD. */
export const Season = v.object({ id: v.string(), label: v.string(), startDate: v.string(), endDate: v.string() })
export type Season = v.InferOutput<typeof Season>

/** `next` is the cursor of the page after this one, null on the last. */
export const SeasonPage = v.object({ seasons: v.array(Season), next: v.nullable(v.string()) })
export type SeasonPage = v.InferOutput<typeof SeasonPage>

/** A registration of a person for a season. Its id is the id of the season. */
export const Registration = v.object({
  id: v.string(),
  team: v.object({ id: v.string(), name: v.string(), pictureUrl: v.nullable(v.string()) }),
  seasonLabel: v.string(),
  startDate: v.string(),
  endDate: v.string(),
})
export type Registration = v.InferOutput<typeof Registration>

export const RegistrationPage = v.object({ registrations: v.array(Registration), next: v.nullable(v.string()) })
export type RegistrationPage = v.InferOutput<typeof RegistrationPage>

export const RegistrationPath = v.object({ id: Id, userId: Id })
