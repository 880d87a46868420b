import { eq } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { rememberAtEdge } from '../platform/edge-cache.ts'
import { hostnames } from './schema.ts'

const secondsAtEdge = 60

/** Whose domain this is, or null. An unknown host is remembered too, so that guessing does not reach D1. */
export const findTeamByHost = (db: Database, host: string): Promise<string | null> =>
  rememberAtEdge(`hostname ${host}`, secondsAtEdge, async () => {
    const [row] = await db.select({ teamId: hostnames.teamId }).from(hostnames).where(eq(hostnames.host, host))
    return row?.teamId ?? null
  })
