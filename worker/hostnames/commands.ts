import { write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hostnames } from './schema.ts'

/** Gives a host to a team. A host that another team has stays theirs: false. */
export async function claimHostname(db: Database, host: string, teamId: string, now: number): Promise<boolean> {
  return (await write(db, db.insert(hostnames).values({ host, teamId, createdAt: now }).onConflictDoNothing())) > 0
}
