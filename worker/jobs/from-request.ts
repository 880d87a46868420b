import { createMiddleware } from 'hono/factory'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { type Database, openPrimary } from '../platform/database.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { sendOutbox } from './commands.ts'

/** Sends what a request put in the outbox, after the answer went out. */
export const sendOutboxAfterAnswer = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.var.outboxIds.length > 0) c.executionCtx.waitUntil(sendOutbox(c.env, c.var.outboxIds))
})

/** Runs work after the answer went out, and then sends what the work put in the outbox. */
export function runAfterAnswer(c: AppContext, work: (db: Database) => Promise<unknown>): void {
  const db = openPrimary(c.env.DB)
  const run = async () => {
    await work(db)
    await sendOutbox(c.env, db.outboxIds)
  }
  c.executionCtx.waitUntil(run().catch((error: unknown) => logLine('error', 'after-answer-failed', getErrorFields(error))))
}
