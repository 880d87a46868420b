import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { makeFace } from '../../domain/profiles/faces.ts'
import type { HandOverOffer } from '../../domain/teams/contract.ts'
import { people } from '../accounts/shared.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { teamHandOvers } from './schema.ts'

type Viewer = { userId: string; now: number }

/** The other person of an offer. */
export const otherPerson = alias(people, 'other_person')

/** The open offer of a team to or from this person: the conditions on the offer and on the other person, and the columns. */
export function selectOfferOf({ userId, now }: Viewer) {
  const isToMe = sql`${teamHandOvers.toId} = ${userId}`
  return {
    isOffered: sql`${teamHandOvers.expiresAt} > ${now} AND ${userId} IN (${teamHandOvers.fromId}, ${teamHandOvers.toId})
      AND ${hasNoBlock(teamHandOvers.fromId, teamHandOvers.toId)}`,
    isOther: and(eq(otherPerson.id, sql`iif(${isToMe}, ${teamHandOvers.fromId}, ${teamHandOvers.toId})`), isNull(otherPerson.deletedAt)),
    columns: {
      otherId: sql<string | null>`${otherPerson.id}`.as('otherId'),
      otherName: sql<string | null>`${otherPerson.displayName}`.as('otherName'),
      otherPhotoKey: sql<string | null>`${otherPerson.photoKey}`.as('otherPhotoKey'),
      isToMe: sql<number | null>`${isToMe}`.as('isToMe'),
      expiresAt: sql<number | null>`${teamHandOvers.expiresAt}`.as('expiresAt'),
    },
  }
}

type OfferRow = {
  otherId: string | null
  otherName: string | null
  otherPhotoKey: string | null
  isToMe: number | null
  expiresAt: number | null
}

export const toOffer = ({ otherId, otherName, otherPhotoKey, isToMe, expiresAt }: OfferRow): HandOverOffer | null =>
  otherId === null || expiresAt === null ? null : { isToMe: isToMe === 1, person: makeFace(otherId, otherName, otherPhotoKey), expiresAt }

/** Selects the open offer of one team to or from this person. */
export const selectOwnOffer = (db: Database, viewer: Viewer, teamId: string) => {
  const { isOffered, isOther, columns } = selectOfferOf(viewer)
  return db
    .select(columns)
    .from(teamHandOvers)
    .innerJoin(otherPerson, isOther)
    .where(and(eq(teamHandOvers.teamId, teamId), isOffered))
    .limit(1)
}
