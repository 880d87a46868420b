import { sql } from 'drizzle-orm'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import { endorse } from '../../worker/endorsements/commands.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'

type Endorsement = { actorId: string; personId: string; kind: EndorsementKind }

/** Endorses people as after a game. The notifications are deleted, because this happened long ago. */
export async function endorseQuietly(db: Database, now: number, endorsements: readonly Endorsement[]): Promise<void> {
  const clock = { now, newId: () => crypto.randomUUID() }
  const before = db.outboxIds.length
  for (const { actorId, personId, kind } of endorsements) await endorse(db, clock, actorId, personId, kind)
  const ids = JSON.stringify(db.outboxIds.splice(before))
  await runBatch(db, { unsent: sql`DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(${ids}))` })
}
