import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { type Database, openPrimary } from '../platform/database.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { sendOutbox } from './commands.ts'

/** The runtime ends work after an answer at 30 seconds, so nobody waits longer than this for a request that sends. */
const sendingDuration = 10_000

/** The ids that requests have left to the one that is sending. */
const left: string[] = []
let isSendingUntil = 0

/**
 * Sends what requests put in the outbox. While one of them sends, the others of this isolate leave their ids to it, so that a burst needs few
 * calls of D1. What it has no time for is sent by the next request, or by the sweep.
 */
async function sendTogether(env: Env, ids: readonly string[]): Promise<void> {
  left.push(...ids)
  if (Date.now() < isSendingUntil) return
  isSendingUntil = Date.now() + sendingDuration
  while (left.length > 0 && Date.now() < isSendingUntil) await sendOutbox(env, left.splice(0))
  isSendingUntil = 0
}

/** Sends what a request put in the outbox, after the answer went out. */
export const sendOutboxAfterAnswer = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.var.outboxIds.length > 0) c.executionCtx.waitUntil(sendTogether(c.env, c.var.outboxIds))
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
