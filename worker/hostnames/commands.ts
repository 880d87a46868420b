import { eq } from 'drizzle-orm'
import { write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { hostnameClaims, hostnames } from './schema.ts'

/** Gives a host to a team without a proof, for the demo world and tests. Returns false if it belongs to another team. */
export async function claimHostname(db: Database, host: string, teamId: string, now: number): Promise<boolean> {
  return (await write(db, db.insert(hostnames).values({ host, teamId, createdAt: now }).onConflictDoNothing())) > 0
}

/** The domain of a deleted team is free again once its data is deleted. */
export const hostnameRows: readonly TeamRows[] = [
  { table: hostnames, isOf: (teamId) => eq(hostnames.teamId, teamId) },
  { table: hostnameClaims, isOf: (teamId) => eq(hostnameClaims.teamId, teamId) },
]
