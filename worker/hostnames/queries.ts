import { eq } from 'drizzle-orm'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { rememberAtEdge } from '../platform/edge-cache.ts'
import { hostnames } from './schema.ts'

const secondsAtEdge = 60

/** Whose domain this is, or null. An unknown host is remembered too, so that guessing does not reach D1. */
export const findTeamByHost = (db: Database, host: string): Promise<string | null> =>
  rememberAtEdge(`hostname ${host}`, secondsAtEdge, async () => {
    const found = await readFirst(db, db.select({ teamId: hostnames.teamId }).from(hostnames).where(eq(hostnames.host, host)))
    return found?.teamId ?? null
  })
