import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { workKinds } from '../domain/jobs/contract.ts'
import { findMessages, forgetMessages } from './jobs/commands.ts'
import { leaveConversation, leavePrefix } from './messages/leave.ts'
import type { AppEnv } from './platform/context.ts'
import { openPrimary } from './platform/database.ts'
import { getErrorFields, logLine } from './platform/log.ts'
import { judgePrefix, judgePresence } from './presence/judge-again.ts'

const UrgentWork = v.variant('kind', [
  v.object({ kind: v.literal('leave-conversation'), ...workKinds['leave-conversation'].entries }),
  v.object({ kind: v.literal('judge-presence'), ...workKinds['judge-presence'].entries }),
])

/**
 * Whoever may no longer read a conversation, or see that somebody is online, is out of it before the request that says so is answered. If
 * that fails, the message stays in the outbox, and the queue does it.
 */
export const doUrgentWork = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const ids = c.var.outboxIds.filter((id) => id.startsWith(leavePrefix) || id.startsWith(judgePrefix))
  if (ids.length === 0) return
  try {
    const db = openPrimary(c.env.DB)
    const waiting = await findMessages(db, ids)
    await Promise.all(
      waiting.map(({ body }) => {
        const work = v.parse(UrgentWork, body)
        return work.kind === 'judge-presence' ? judgePresence(work, c) : leaveConversation(work, c)
      }),
    )
    await forgetMessages(db, ids)
  } catch (error) {
    logLine('warn', 'sockets-open', getErrorFields(error))
  }
})
