import * as v from 'valibot'
import { TeamToLeave } from '../teams/contract.ts'

export const deletionWord = 'DELETE'

export const DeleteAccount = v.object({ confirm: v.literal(deletionWord, `Type ${deletionWord} to continue.`) })

/** The teams a person must hand over, delete or leave first. An empty list means that the account can be deleted. */
export const DeletionPlan = v.object({ teams: v.array(TeamToLeave) })
export type DeletionPlan = v.InferOutput<typeof DeletionPlan>
