import * as v from 'valibot'
import { Face } from '../profiles/contract.ts'

/** How many people are suggested at once. */
export const maxFamiliarPeople = 8

/** People whom the viewer knows, and who could come to a game. */
export const FamiliarPeople = v.object({
  people: v.array(v.object({ person: Face, /** They were in the last game of this kind with the viewer. */ hasPlayedLast: v.boolean() })),
})
export type FamiliarPeople = v.InferOutput<typeof FamiliarPeople>
