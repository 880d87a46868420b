import { eq, type SQL, sql } from 'drizzle-orm'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { cacheAtEdge, deleteAtEdge } from '../platform/edge-cache.ts'
import { hostnames } from './schema.ts'

const secondsAtEdge = 60
const cacheName = (host: string) => `hostname ${host}`

/** Finds the team of a host, or null. Unknown hosts are cached too, so that requests with random hosts do not reach D1. */
export const findTeamByHost = (db: Database, host: string): Promise<string | null> =>
  cacheAtEdge(cacheName(host), secondsAtEdge, async () => {
    const found = await readFirst(db, db.select({ teamId: hostnames.teamId }).from(hostnames).where(eq(hostnames.host, host)))
    return found?.teamId ?? null
  })

/** The host is the domain of a community. */
export const isSite = (host: string): SQL => sql`EXISTS (SELECT 1 FROM ${hostnames} WHERE ${hostnames.host} = ${host})`

/** For a host that was just added or removed. Other locations notice it within a minute. */
export const forgetHost = (host: string): Promise<void> => deleteAtEdge(cacheName(host))
