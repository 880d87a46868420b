import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { PlaceProposal } from '../../domain/places/contract.ts'
import { type EditedField, maxProposalsPerPlace, minConfirmerAge } from '../../domain/places/kinds.ts'
import { judgeProposal } from '../../domain/places/proposal-rules.ts'
import type { Changes } from '../../domain/places/rules.ts'
import { type FaceRow, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { listFields } from './edits.ts'
import { placeCheckIns, placeProposals, places } from './schema.ts'

/** Whether this row of `place_proposals` still waits. */
export const isOpen = (now: number) => and(eq(placeProposals.state, 'open'), gt(placeProposals.expiresAt, now))

/**
 * The open proposals of a place that the viewer may see, with what decides who may confirm them. A block hides them, except from the
 * person who added the place: otherwise a vandal could block that person first.
 */
export function selectProposals(db: Database, viewerId: string | null, placeId: string, now: number) {
  const { userId, changes, createdAt, expiresAt } = placeProposals
  const viewer = alias(people, 'viewer')
  const isTrusted = sql`EXISTS (SELECT 1 FROM ${people} ${viewer} WHERE ${and(
    sql`${viewer.id} = ${viewerId}`,
    isNull(viewer.deletedAt),
    isNotNull(viewer.emailVerifiedAt),
    isNotNull(viewer.completedAt),
    lte(viewer.createdAt, now - minConfirmerAge),
  )})`
  const isShown = viewerId === null ? sql`0` : sql`(${places.creatorId} = ${viewerId} OR ${hasNoBlock(viewerId, userId)})`
  return db
    .select({
      proposalId: sql<string>`${placeProposals.id}`.as('proposalId'),
      userId,
      changes,
      proposedAt: sql<number>`${createdAt}`.as('proposedAt'),
      expiresAt,
      creatorId: places.creatorId,
      hasBlock: sql<number>`${viewerId === null ? sql`0` : sql`NOT (${hasNoBlock(viewerId, userId)})`}`.as('hasBlock'),
      hasVisited: sql<number>`EXISTS (SELECT 1 FROM ${placeCheckIns}
        WHERE ${placeCheckIns.placeId} = ${placeId} AND ${placeCheckIns.userId} = ${viewerId})`.as('hasVisited'),
      isTrusted: sql<number>`${isTrusted}`.as('isTrusted'),
      name: people.displayName,
      photoKey: people.photoKey,
    })
    .from(placeProposals)
    .innerJoin(places, eq(places.id, placeProposals.placeId))
    .innerJoin(people, and(eq(people.id, userId), isNull(people.deletedAt)))
    .where(and(eq(placeProposals.placeId, placeId), isOpen(now), isShown))
    .orderBy(createdAt)
    .limit(maxProposalsPerPlace)
}

type ProposalRow = Omit<FaceRow, 'id'> & {
  proposalId: string
  userId: string
  changes: Changes
  proposedAt: number
  expiresAt: number
  creatorId: string | null
  hasBlock: number
  hasVisited: number
  isTrusted: number
}

/** The fields of a place as they are now. Of a removed place, only that it is removed. */
type Current = Partial<Record<EditedField, unknown>>

/** The proposals that still change something, compared with the place as it is now. */
export const toProposals = (rows: readonly ProposalRow[], current: Current, viewerId: string | null, now: number): PlaceProposal[] =>
  rows.flatMap((row) => {
    const changes = listFields(row.changes).map(({ field, after }) => ({ field, before: current[field], after }))
    const differing = changes.filter(({ before, after }) => before !== undefined && JSON.stringify(before) !== JSON.stringify(after))
    if (differing.length === 0) return []
    // A move needs both coordinates, even if only one differs.
    const isMove = differing.some(({ field }) => isCoordinate(field))
    const shown = changes.filter((change) => differing.includes(change) || (isMove && isCoordinate(change.field)))
    return [{ ...toProposal(row, viewerId, now), changes: shown }]
  })

const isCoordinate = (field: EditedField) => field === 'lat' || field === 'lng'

const toProposal = (row: ProposalRow, viewerId: string | null, now: number): Omit<PlaceProposal, 'changes'> => ({
  id: row.proposalId,
  person: row.hasBlock ? null : toFace({ ...row, id: row.userId }),
  createdAt: row.proposedAt,
  expiresAt: row.expiresAt,
  isMine: row.userId === viewerId,
  ...judgeProposal(
    {
      isProposer: row.userId === viewerId,
      isCreator: row.creatorId !== null && row.creatorId === viewerId,
      hasCreator: row.creatorId !== null,
      hasVisited: row.hasVisited === 1,
      isTrusted: row.isTrusted === 1,
      createdAt: row.proposedAt,
    },
    now,
  ),
})

/** With the stored changes, to make them. */
export async function listProposals(db: Database, viewerId: string, placeId: string, now: number) {
  const rows = await readAll(db, selectProposals(db, viewerId, placeId, now))
  return rows.map((row) => ({ ...toProposal(row, viewerId, now), userId: row.userId, stored: row.changes }))
}
