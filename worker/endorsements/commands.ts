import { sql } from 'drizzle-orm'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import { tellEndorsed } from '../../domain/endorsements/rules.ts'
import { tell } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

/** Says one good thing of a person, once. Answers the job that tells them, if it is news. */
export async function endorse(
  db: Database,
  { now, newId, platform }: Acting,
  actor: { id: string; name: string },
  toId: string,
  kind: EndorsementKind,
): Promise<string[]> {
  const job = newId()
  const isNew = sql`NOT EXISTS (${selectGiven(actor.id, toId, kind)}) AND ${nobodyBlocked(actor.id, toId)}
    AND (SELECT count(*) FROM users WHERE id IN (${actor.id}, ${toId}) AND deleted_at IS NULL) = 2`
  const isFirst = sql`${isNew} AND NOT EXISTS (${selectGiven(actor.id, toId, null)})`
  const [told] = await runBatch(db, [
    tell(tellEndorsed(actor, toId, kind), { id: job, now, platform }, isNew),
    countUp(toId, '', isFirst),
    countUp(toId, kind, isNew),
    sql`INSERT INTO endorsements (to_id, from_id, kind, created_at) SELECT ${toId}, ${actor.id}, ${kind}, ${now} WHERE ${isNew}`,
  ])
  return told?.meta.changes ? [job] : []
}

export async function takeEndorsementBack(db: Database, actorId: string, toId: string, kind: EndorsementKind): Promise<void> {
  const isGiven = sql`EXISTS (${selectGiven(actorId, toId, kind)})`
  const isLast = sql`${isGiven} AND (SELECT count(*) FROM endorsements WHERE to_id = ${toId} AND from_id = ${actorId}) = 1`
  await runBatch(db, [
    countDown(toId, '', isLast),
    countDown(toId, kind, isGiven),
    sql`DELETE FROM endorsements WHERE to_id = ${toId} AND from_id = ${actorId} AND kind = ${kind}`,
  ])
}

const selectGiven = (fromId: string, toId: string, kind: EndorsementKind | null) =>
  sql`SELECT 1 FROM endorsements WHERE to_id = ${toId} AND from_id = ${fromId} ${kind === null ? sql`` : sql`AND kind = ${kind}`}`

const countUp = (toId: string, kind: EndorsementKind | '', when: ReturnType<typeof sql>) =>
  sql`INSERT INTO endorsement_totals (user_id, kind, count) SELECT ${toId}, ${kind}, 1 WHERE ${when}
    ON CONFLICT (user_id, kind) DO UPDATE SET count = count + 1`

const countDown = (toId: string, kind: EndorsementKind | '', when: ReturnType<typeof sql>) =>
  sql`UPDATE endorsement_totals SET count = count - 1 WHERE user_id = ${toId} AND kind = ${kind} AND ${when}`
