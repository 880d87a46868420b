import { forgetExpired } from './accounts/sessions.ts'
import { expireExports } from './data-exports/commands.ts'
import type { Env } from './env.ts'
import { publishDue } from './events/change-event.ts'
import { offerFreeSeats } from './events/jobs.ts'
import { cleanEventCells, remindOfEvents } from './events/reminders.ts'
import { forgetDoneJobs, sendOutbox, sweepOutbox } from './jobs/commands.ts'
import { forgetOldNotices } from './notifications/commands.ts'
import { openPrimary } from './platform/database.ts'
import { errorFields, logLine } from './platform/log.ts'

/** What runs each minute, side by side. A chore that fails is logged and does not stop the others. */
const chores: Record<string, (env: Env, now: number) => Promise<unknown>> = {
  sweepOutbox: (env, now) => sweepOutbox(openPrimary(env.DB), env, now),
  forgetDoneJobs: (env, now) => forgetDoneJobs(openPrimary(env.DB), now),
  forgetOldNotices: (env, now) => forgetOldNotices(openPrimary(env.DB), now),
  expireExports: (env, now) => expireExports(openPrimary(env.DB), env.FILES, now),
  offerFreeSeats: (env, now) => offerFreeSeats(openPrimary(env.DB), env, now, () => crypto.randomUUID()),
  publishDue: async (env, now) => sendOutbox(openPrimary(env.DB), env, await publishDue(openPrimary(env.DB), now)),
  remindOfEvents: (env, now) => remindOfEvents(openPrimary(env.DB), env, now),
  cleanEventCells: (env, now) => cleanEventCells(openPrimary(env.DB), now),
  forgetExpired: (env, now) => forgetExpired(openPrimary(env.DB), now),
}

export async function runChores(env: Env, now: number): Promise<void> {
  const runEach = Object.entries(chores).map(async ([chore, run]) => {
    try {
      await run(env, now)
    } catch (error) {
      logLine('error', 'chore-failed', { chore, ...errorFields(error) })
    }
  })
  await Promise.all(runEach)
}
