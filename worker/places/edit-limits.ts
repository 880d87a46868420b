import { type SQL, sql } from 'drizzle-orm'
import { maxConfirmationsPerDay, maxEditsPerDay, maxProposalsPerDay, newAccountAge } from '../../domain/places/kinds.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { mustHold } from '../platform/batch.ts'
import { placeEdits, placeProposals, places } from './schema.ts'

/** New accounts may do less per day, because most advertisers use an account for a day or two. */
const maxFor = (userId: string, now: number, max: { new: number; known: number }): SQL =>
  sql`iif((SELECT ${people.createdAt} FROM ${people} WHERE ${people.id} = ${userId}) > ${now - newAccountAge}, ${max.new}, ${max.known})`

/** Counts edits, photos and restored versions at places that other people added. What happens at an own place has no limit. */
export const mustHaveEditsLeft = (placeId: string, userId: string, now: number): SQL => {
  const isOwn = sql`EXISTS (SELECT 1 FROM ${places} WHERE ${places.id} = ${placeId} AND ${places.creatorId} = ${userId})`
  const count = sql`(SELECT count(*) FROM ${placeEdits} CROSS JOIN ${places} ON ${places.id} = ${placeEdits.placeId}
    WHERE ${placeEdits.editorId} = ${userId} AND ${placeEdits.createdAt} > ${now - day} AND ${placeEdits.confirmerId} IS NULL
      AND ${places.creatorId} IS NOT ${userId})`
  return mustHold('place-edits-left', sql`${isOwn} OR ${count} < ${maxFor(userId, now, maxEditsPerDay)}`)
}

export const mustHaveProposalsLeft = (placeId: string, userId: string, now: number): SQL => {
  const count = sql`(SELECT count(*) FROM ${placeProposals} WHERE ${placeProposals.userId} = ${userId}
    AND ${placeProposals.createdAt} > ${now - day} AND ${placeProposals.placeId} <> ${placeId})`
  return mustHold('place-proposals-left', sql`${count} < ${maxFor(userId, now, maxProposalsPerDay)}`)
}

export const mustHaveConfirmationsLeft = (userId: string, now: number): SQL => {
  const count = sql`(SELECT count(*) FROM ${placeEdits}
    WHERE ${placeEdits.confirmerId} = ${userId} AND ${placeEdits.createdAt} > ${now - day})`
  return mustHold('place-confirmations-left', sql`${count} < ${maxConfirmationsPerDay}`)
}
