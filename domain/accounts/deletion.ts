import * as v from 'valibot'
import { TeamToLeave } from '../teams/contract.ts'

export const deletionWord = 'DELETE'

export const DeleteAccount = v.object({ confirm: v.literal(deletionWord, `Type ${deletionWord} to continue.`) })

/** What has to be settled before an account can go; with no teams left it can. */
export const DeletionPlan = v.object({ teams: v.array(TeamToLeave) })
export type DeletionPlan = v.InferOutput<typeof DeletionPlan>
