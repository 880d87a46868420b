import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { maxOwnedTeams } from '../../domain/teams/contract.ts'
import { handOverDuration, judgeHandOver } from '../../domain/teams/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { readFirst, runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, canAct, isMemberRow, isTeam, readFacts, selectFacts } from './actor.ts'
import { endHandOvers, isStale } from './end-hand-overs.ts'
import { countOwned, handOver, selectHandOverFacts, selectOwner } from './hand-over.ts'
import { findRole } from './queries.ts'
import { teamHandOvers, teamMembers, teams } from './schema.ts'

/** Offers the owner's team to a member. The owner stays the owner until that person accepts. A team has one open offer. */
export async function offerHandOver(
  db: Database,
  { now, newId, platform }: CommandContext,
  ownerId: string,
  teamId: string,
  to: string,
): Promise<void> {
  const actor = asPerson(ownerId)
  const id = newId()
  const sent = { kind: 'handOver', senderId: ownerId, now } as const
  const { facts, state, counts, offered } = await runBatch(db, {
    facts: selectFacts(actor, teamId, to),
    state: selectHandOverFacts(teamId, to),
    counts: selectOutreachCounts(sent, to),
    ended: db.delete(teamHandOvers).where(and(eq(teamHandOvers.teamId, teamId), sql`(${teamHandOvers.expiresAt} <= ${now} OR ${isStale})`)),
    offered: insertSelect(
      teamHandOvers,
      { id, teamId, fromId: ownerId, toId: to, createdAt: now, expiresAt: now + handOverDuration },
      sql`FROM ${teams} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'team.handOver')} AND ${selectOwner(teamId)} = ${ownerId} AND ${ownerId} <> ${to}
        AND EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${isMemberRow(teamId, to)}) AND ${countOwned(to)} < ${maxOwnedTeams}
        AND ${hasNoBlock(ownerId, to)} AND ${isWithinLimits(sent, to)} ON CONFLICT DO NOTHING`,
    ),
    counted: countOutreach(sent, { id: newId(), recipientId: to }),
    notified: notifyOf(
      { kind: 'hand-over-offered', handOverId: id },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${teamHandOvers} WHERE ${teamHandOvers.id} = ${id})`,
    ),
  })
  if (offered.changes > 0) return
  const { ownerId: current = null, targetOwns = 0 } = state.rows[0] ?? {}
  throw (
    judgeHandOver({ ...readFacts(actor, facts), ownerId: current, targetOwns, from: ownerId, to }) ??
    explainLimits('handOver', counts) ??
    new AppError('HandOverOpen')
  )
}

/** Takes the offer of this owner back. Doing it again changes nothing. */
export async function takeBackHandOver(db: Database, ownerId: string, teamId: string): Promise<void> {
  await write(db, db.delete(teamHandOvers).where(and(eq(teamHandOvers.teamId, teamId), eq(teamHandOvers.fromId, ownerId))))
}

/** The person becomes the owner, and the owner an organizer. Doing it again changes nothing. */
export async function acceptHandOver(db: Database, context: CommandContext, userId: string, teamId: string): Promise<void> {
  const { now, newId, platform } = context
  const offer = await readFirst(
    db,
    db
      .select({ id: teamHandOvers.id, fromId: teamHandOvers.fromId })
      .from(teamHandOvers)
      .where(and(eq(teamHandOvers.teamId, teamId), eq(teamHandOvers.toId, userId))),
  )
  if (!offer) {
    if ((await findRole(db, teamId, userId)) === 'owner') return
    throw new AppError('HandOverOver')
  }
  const isOpen = sql`EXISTS (SELECT 1 FROM ${teamHandOvers} WHERE ${teamHandOvers.id} = ${offer.id} AND ${teamHandOvers.toId} = ${userId}
    AND ${teamHandOvers.expiresAt} > ${now} AND ${hasNoBlock(offer.fromId, userId)})`
  const isOwner = sql`${selectOwner(teamId)} = ${userId}`
  await handOver(db, context, asPerson(offer.fromId), teamId, {
    from: offer.fromId,
    to: userId,
    when: isOpen,
    after: [
      notifyOf(
        { kind: 'hand-over-accepted', handOverId: offer.id, teamId, actorId: userId, personId: offer.fromId },
        { id: `hand-over-accepted:${offer.id}:${newId()}`, now, platform },
        isOwner,
      ),
    ],
  }).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'OwnedTeamsFull') throw error
    // Meanwhile a second press of the button was faster, the offer ended, or the owner is another person.
    if ((await findRole(db, teamId, userId)) !== 'owner') throw new AppError('HandOverOver')
  })
}

/** Declines an offer. Doing it again changes nothing. */
export async function declineHandOver(db: Database, now: number, userId: string, teamId: string): Promise<void> {
  await runBatch(db, { ended: endHandOvers(sql`${teamHandOvers.teamId} = ${teamId} AND ${teamHandOvers.toId} = ${userId}`, now) })
}
