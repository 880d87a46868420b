import type { Context } from 'hono'
import type { Viewer } from '../../domain/access/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { Env } from '../env.ts'
import type { Database, QueryCount } from './database.ts'
import type { Settings } from './settings.ts'

/** The house a request entered by: one of the product's own domains, or a community's. */
export type Site = { kind: 'product'; platform: PlatformId } | { kind: 'team'; platform: PlatformId; teamId: string }

export type AppEnv = {
  Bindings: Env
  Variables: {
    requestId: string
    settings: Settings
    site: Site
    db: Database
    queryCount: QueryCount
    /** What this request put in the outbox, whichever database it used. */
    outboxIds: string[]
    viewer: () => Promise<Viewer | null>
    session: () => Promise<{ viewer: Viewer; email: string; sessionId: string; isStale: boolean } | null>
    /** The clock and the id maker commands take, so that tests and the demo world can set their own. */
    now: () => number
    newId: () => string
    /** Words for the log when a request failed; the person got the problem instead. */
    failure: unknown
  }
}

export type AppContext = Context<AppEnv>
