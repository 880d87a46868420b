import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import { areThere } from '../accounts/are-there.ts'
import { tellOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { endorsements, endorsementTotals } from './schema.ts'

/** Says one good thing of a person, once, and has them told. */
export async function endorse(
  db: Database,
  { now, newId, platform }: Acting,
  actorId: string,
  personId: string,
  kind: EndorsementKind,
): Promise<void> {
  const isNew = sql`NOT ${isGiven(actorId, personId, kind)} AND ${nobodyBlocked(actorId, personId)} AND ${areThere([actorId, personId])}`
  const isFirst = sql`${isNew} AND NOT ${isGiven(actorId, personId)}`
  await runBatch(db, {
    told: tellOf({ kind: 'endorsed', actorId, personId, endorsement: kind }, { id: newId(), now, platform }, isNew),
    peopleCounted: countUp(personId, '', isFirst),
    kindCounted: countUp(personId, kind, isNew),
    given: insertSelect(endorsements, { toId: personId, fromId: actorId, kind, createdAt: now }, sql`WHERE ${isNew}`),
  })
}

export async function takeEndorsementBack(db: Database, actorId: string, personId: string, kind: EndorsementKind): Promise<void> {
  const given = sql`(SELECT count(*) FROM ${endorsements} WHERE ${ofPair(actorId, personId)})`
  const isLast = sql`${isGiven(actorId, personId, kind)} AND ${given} = 1`
  const countDown = (counted: EndorsementKind | '', when: SQL) =>
    db
      .update(endorsementTotals)
      .set({ count: sql`${endorsementTotals.count} - 1` })
      .where(and(eq(endorsementTotals.userId, personId), eq(endorsementTotals.kind, counted), when))
  await runBatch(db, {
    peopleCounted: countDown('', isLast),
    kindCounted: countDown(kind, isGiven(actorId, personId, kind)),
    takenBack: db.delete(endorsements).where(and(ofPair(actorId, personId), eq(endorsements.kind, kind))),
  })
}

const ofPair = (actorId: string, personId: string) => and(eq(endorsements.toId, personId), eq(endorsements.fromId, actorId))

/** They gave this endorsement, or any where no kind is named. */
const isGiven = (actorId: string, personId: string, kind?: EndorsementKind): SQL =>
  sql`EXISTS (SELECT 1 FROM ${endorsements} WHERE ${and(ofPair(actorId, personId), kind && eq(endorsements.kind, kind))})`

const countUp = (personId: string, kind: EndorsementKind | '', when: SQL) =>
  insertSelect(
    endorsementTotals,
    { userId: personId, kind, count: 1 },
    sql`WHERE ${when} ${onConflictUpdate(endorsementTotals, ['userId', 'kind'], { count: sql`${endorsementTotals.count} + 1` })}`,
  )
