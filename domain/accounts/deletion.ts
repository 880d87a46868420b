import * as v from 'valibot'
import { TeamToLeave } from '../teams/contract.ts'

export const deletionWord = 'DELETE'

export const DeleteAccount = v.object({ confirm: v.literal(deletionWord, `Type ${deletionWord} to continue.`) })

export const maxSoldGames = 50

/** A game that is not over, for which people have paid this person. */
const SoldGame = v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string(), path: v.string() })
export type SoldGame = v.InferOutput<typeof SoldGame>

/**
 * What must happen before a person can delete their account: the teams that they must hand over, delete or leave, the games for which they are
 * paid, and how many payments to them are disputed. If all are empty, it can be deleted.
 */
export const DeletionPlan = v.object({ teams: v.array(TeamToLeave), games: v.array(SoldGame), disputes: v.number() })
export type DeletionPlan = v.InferOutput<typeof DeletionPlan>
