import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import { allPeopleExist } from '../accounts/all-people-exist.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { endorsements, endorsementTotals } from './schema.ts'

/** Endorses a person for one strength, and notifies them. Doing it again changes nothing. */
export async function endorse(
  db: Database,
  { now, newId, platform }: CommandContext,
  actorId: string,
  personId: string,
  kind: EndorsementKind,
): Promise<void> {
  const sent = { kind: 'endorsement', senderId: actorId, now } as const
  const isNew = sql`NOT ${isGiven(actorId, personId, kind)} AND ${hasNoBlock(actorId, personId)} AND ${allPeopleExist([actorId, personId])}
    AND ${isWithinLimits(sent, personId)}`
  const isFirst = sql`${isNew} AND NOT ${isGiven(actorId, personId)}`
  const { counts, after } = await runBatch(db, {
    counts: selectOutreachCounts(sent, personId),
    notified: notifyOf({ kind: 'endorsed', actorId, personId, endorsement: kind }, { id: newId(), now, platform }, isNew),
    peopleCounted: increaseTotal(personId, '', isFirst),
    kindCounted: increaseTotal(personId, kind, isNew),
    given: insertSelect(endorsements, { toId: personId, fromId: actorId, kind, createdAt: now }, sql`WHERE ${isNew}`),
    counted: countOutreach(sent, { id: newId(), recipientId: personId }),
    after: select({ isGiven: asBoolean }, sql`SELECT ${isGiven(actorId, personId, kind)} AS isGiven`),
  })
  const refusal = after.rows[0]?.isGiven ? null : explainLimits('endorsement', counts)
  if (refusal) throw refusal
}

export async function withdrawEndorsement(db: Database, actorId: string, personId: string, kind: EndorsementKind): Promise<void> {
  const givenCount = sql`(SELECT count(*) FROM ${endorsements} WHERE ${isFromActor(actorId, personId)})`
  const isLast = sql`${isGiven(actorId, personId, kind)} AND ${givenCount} = 1`
  const decreaseTotal = (totalKind: EndorsementKind | '', when: SQL) =>
    db
      .update(endorsementTotals)
      .set({ count: sql`${endorsementTotals.count} - 1` })
      .where(and(eq(endorsementTotals.userId, personId), eq(endorsementTotals.kind, totalKind), when))
  await runBatch(db, {
    peopleCounted: decreaseTotal('', isLast),
    kindCounted: decreaseTotal(kind, isGiven(actorId, personId, kind)),
    withdrawn: db.delete(endorsements).where(and(isFromActor(actorId, personId), eq(endorsements.kind, kind))),
  })
}

const isFromActor = (actorId: string, personId: string) => and(eq(endorsements.toId, personId), eq(endorsements.fromId, actorId))

/** In a statement: whether the actor gave this endorsement, or any endorsement when no kind is passed. */
const isGiven = (actorId: string, personId: string, kind?: EndorsementKind): SQL =>
  sql`EXISTS (SELECT 1 FROM ${endorsements} WHERE ${and(isFromActor(actorId, personId), kind && eq(endorsements.kind, kind))})`

const increaseTotal = (personId: string, kind: EndorsementKind | '', when: SQL) =>
  insertSelect(
    endorsementTotals,
    { userId: personId, kind, count: 1 },
    sql`WHERE ${when} ${onConflictUpdate(endorsementTotals, ['userId', 'kind'], { count: sql`${endorsementTotals.count} + 1` })}`,
  )
