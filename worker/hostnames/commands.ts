import type { Database } from '../platform/database.ts'
import { hostnames } from './schema.ts'

/** Gives a host to a team. A host that another team has stays theirs: false. */
export async function claimHostname(db: Database, host: string, teamId: string, now: number): Promise<boolean> {
  const { meta } = await db.insert(hostnames).values({ host, teamId, createdAt: now }).onConflictDoNothing()
  return meta.changes > 0
}
