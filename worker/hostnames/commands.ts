import { eq } from 'drizzle-orm'
import { write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { hostnames } from './schema.ts'

/** Assigns a host to a team. Returns false if it belongs to another team. */
export async function claimHostname(db: Database, host: string, teamId: string, now: number): Promise<boolean> {
  return (await write(db, db.insert(hostnames).values({ host, teamId, createdAt: now }).onConflictDoNothing())) > 0
}

/** The domain of a deleted team is free again once its data is deleted. */
export const hostnameRows: readonly TeamRows[] = [{ table: hostnames, isOf: (teamId) => eq(hostnames.teamId, teamId) }]
