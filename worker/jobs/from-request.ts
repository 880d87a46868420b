import { createMiddleware } from 'hono/factory'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { type Database, openPrimary } from '../platform/database.ts'
import { errorFields, logLine } from '../platform/log.ts'
import { sendOutbox } from './commands.ts'

/** Sends what a request put in the outbox, after its answer. */
export const sendOutboxAfterwards = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.var.outboxIds.length > 0) c.executionCtx.waitUntil(sendOutbox(c.env, c.var.outboxIds))
})

/** Goes on after the answer, and sends what that puts in the outbox. */
export function afterAnswer(c: AppContext, work: (db: Database) => Promise<unknown>): void {
  const db = openPrimary(c.env.DB)
  const run = async () => {
    await work(db)
    await sendOutbox(c.env, db.outboxIds)
  }
  c.executionCtx.waitUntil(run().catch((error: unknown) => logLine('error', 'after-answer-failed', errorFields(error))))
}
