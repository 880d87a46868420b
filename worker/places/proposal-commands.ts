import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { declinePause, maxProposalsPerPlace, proposalLifetime } from '../../domain/places/kinds.ts'
import { applyChanges } from '../../domain/places/proposal-rules.ts'
import { type Changes, listChanges } from '../../domain/places/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { mustHold, readFirst, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { mustHaveConfirmationsLeft, mustHaveProposalsLeft } from './edit-limits.ts'
import { findZone } from './find-zone.ts'
import { isOpen, listProposals } from './proposals.ts'
import { findAnyPlace, placeNotFound } from './queries.ts'
import { runPlaceBatch, saveVersion } from './save-version.ts'
import { placeProposals } from './schema.ts'

type NewProposal = CommandContext & { placeId: string; userId: string; changes: Changes }

/** The statements that store a proposal and ask the people who know the place. It replaces an open one of the same person. */
export function propose({ placeId, userId, changes, now, newId, platform }: NewProposal) {
  const id = newId()
  const isOther = sql`${placeProposals.placeId} = ${placeId} AND ${placeProposals.userId} <> ${userId}`
  const openCount = sql`(SELECT count(*) FROM ${placeProposals} WHERE ${and(isOther, isOpen(now))})`
  const isDeclined = and(isProposalOf(placeId, userId), eq(placeProposals.state, 'declined'), gt(placeProposals.expiresAt, now))
  return {
    isNotDeclined: mustHold('place-proposal-not-declined', sql`NOT EXISTS (SELECT 1 FROM ${placeProposals} WHERE ${isDeclined})`),
    hasProposalsLeft: mustHaveProposalsLeft(placeId, userId, now),
    hasRoom: mustHold('place-proposals-room', sql`${openCount} < ${maxProposalsPerPlace}`),
    proposed: insertSelect(
      placeProposals,
      { placeId, userId, id, changes, state: 'open', createdAt: now, expiresAt: now + proposalLifetime },
      sql`WHERE true ${onConflictUpdate(placeProposals, ['placeId', 'userId'], {
        id: excluded(placeProposals.id),
        changes: excluded(placeProposals.changes),
        state: excluded(placeProposals.state),
        createdAt: excluded(placeProposals.createdAt),
        expiresAt: excluded(placeProposals.expiresAt),
      })}`,
    ),
    notified: notifyOf({ kind: 'place-proposal', placeId, proposalId: id }, { id: newId(), now, platform }),
  }
}

const isProposalOf = (placeId: string, userId: string) => and(eq(placeProposals.placeId, placeId), eq(placeProposals.userId, userId))

/** Whether the person already has an open proposal with the same new values. */
export async function isProposed(db: Database, now: number, placeId: string, userId: string, changes: Changes): Promise<boolean> {
  const own = db
    .select({ changes: placeProposals.changes })
    .from(placeProposals)
    .where(and(isProposalOf(placeId, userId), isOpen(now)))
  const open = await readFirst(db, own)
  return open !== undefined && listNewValues(open.changes) === listNewValues(changes)
}

const listNewValues = (changes: Changes) =>
  JSON.stringify(
    Object.entries(changes)
      .map(([field, [, after]]) => [field, after])
      .toSorted(),
  )

type Decision = { viewerId: string; placeId: string; proposalId: string }

/** Makes the suggested change. The history then names who suggested and who confirmed it. */
export async function confirmProposal(db: Database, now: number, { viewerId, placeId, proposalId }: Decision): Promise<void> {
  const { place, proposal } = await requireProposal(db, now, { viewerId, placeId, proposalId })
  if (!proposal.canConfirm) throw new AppError(proposal.confirmableAt === null ? 'PlaceProposalNotYours' : 'PlaceProposalTooNew')
  const changed = applyChanges(place, proposal.stored)
  if (!changed) throw new AppError('PlaceProposalNotFound')
  const isMoved = proposal.stored.lat !== undefined
  const after = { ...changed, timeZone: isMoved ? await findZone(changed) : place.timeZone }
  const isCreator = place.creatorId === viewerId
  const isSame = Object.keys(listChanges(place, after)).length === 0
  await runPlaceBatch(db, {
    isOpen: mustBeOpen(placeId, proposalId, now),
    hasConfirmationsLeft: isCreator ? [] : mustHaveConfirmationsLeft(viewerId, now),
    closed: db.update(placeProposals).set({ state: 'confirmed' }).where(isProposal(placeId, proposalId)),
    saved: isSame
      ? []
      : Object.values(
          saveVersion(db, {
            ...{ before: place, after, editorId: proposal.userId, confirmerId: viewerId, now },
            confirmed: isMoved || isCreator ? null : place.confirmed,
          }),
        ).flat(),
  })
}

/** Declines a proposal, or withdraws an own one. */
export async function declineProposal(db: Database, now: number, { viewerId, placeId, proposalId }: Decision): Promise<void> {
  const { proposal } = await requireProposal(db, now, { viewerId, placeId, proposalId })
  if (!proposal.isMine && !proposal.canDecline) throw new AppError('PlaceProposalNotYours')
  const decided = proposal.isMine ? { state: 'withdrawn' as const } : { state: 'declined' as const, expiresAt: now + declinePause }
  const isStillOpen = and(isProposal(placeId, proposalId), isOpen(now))
  const changes = await write(db, db.update(placeProposals).set(decided).where(isStillOpen))
  if (changes === 0) throw new AppError('PlaceProposalNotFound')
}

const isProposal = (placeId: string, proposalId: string) => and(eq(placeProposals.placeId, placeId), eq(placeProposals.id, proposalId))

const mustBeOpen = (placeId: string, proposalId: string, now: number): SQL =>
  mustHold('place-proposal-open', sql`EXISTS (SELECT 1 FROM ${placeProposals} WHERE ${and(isProposal(placeId, proposalId), isOpen(now))})`)

/** The place and its open proposal. A proposal that the viewer may not see does not exist for them. */
async function requireProposal(db: Database, now: number, { viewerId, placeId, proposalId }: Decision) {
  const [place, proposals] = await Promise.all([findAnyPlace(db, placeId), listProposals(db, viewerId, placeId, now)])
  if (!place) throw placeNotFound()
  const proposal = proposals.find(({ id }) => id === proposalId)
  if (!proposal || place.isDeleted !== (proposal.stored.isDeleted?.[0] ?? false)) throw new AppError('PlaceProposalNotFound')
  return { place, proposal }
}

const maxDeletedAtOnce = 500

/** Expired proposals no longer wait, and no longer count toward a limit. */
export async function deleteExpiredProposals(db: Database, now: number): Promise<void> {
  const expired = sql`SELECT rowid FROM ${placeProposals} WHERE ${placeProposals.expiresAt} <= ${now} LIMIT ${maxDeletedAtOnce}`
  await write(db, sql`DELETE FROM ${placeProposals} WHERE rowid IN (${expired})`)
}
