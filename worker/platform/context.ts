import type { Context } from 'hono'
import type { Viewer } from '../../domain/access/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { Env } from '../env.ts'
import type { Database, QueryCount } from './database.ts'
import type { Settings } from './settings.ts'

/** The host of a request: one of the product's own domains, or the domain of a community. */
export type Site = { kind: 'product'; platform: PlatformId } | { kind: 'team'; platform: PlatformId; teamId: string }

export type AppEnv = {
  Bindings: Env
  Variables: {
    requestId: string
    settings: Settings
    site: Site
    db: Database
    queryCount: QueryCount
    /** The ids of messages that this request put in the outbox, through any of its database sessions. */
    outboxIds: string[]
    viewer: () => Promise<Viewer | null>
    session: () => Promise<{ viewer: Viewer; email: string; sessionId: string; isStale: boolean; authenticatedAt: number } | null>
    /** True for a page that other sites may show in a frame. */
    isFramed: boolean | undefined
    /** Commands get the time and new ids from here, so that tests and the demo world can set them. */
    now: () => number
    newId: () => string
    /** Details of a failed request for the log. The user only gets the problem. */
    failure: unknown
  }
}

export type AppContext = Context<AppEnv>
