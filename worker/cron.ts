import { forgetExpired } from './accounts/sessions.ts'
import { expireExports } from './data-exports/commands.ts'
import type { Env } from './env.ts'
import { offerFreeSeats } from './events/jobs.ts'
import { publishDue } from './events/publish-event.ts'
import { cleanEventCells, remindOfEvents } from './events/reminders.ts'
import { forgetDoneJobs, sendOutbox, sweepOutbox } from './jobs/commands.ts'
import { forgetOldNotices } from './notifications/commands.ts'
import { type Database, openPrimary } from './platform/database.ts'
import { errorFields, logLine } from './platform/log.ts'

/** What runs each minute, side by side. A chore that fails is logged and does not stop the others. */
const chores: Record<string, (db: Database, env: Env, now: number) => Promise<unknown>> = {
  sweepOutbox: (db, env, now) => sweepOutbox(db, env, now),
  forgetDoneJobs: (db, _, now) => forgetDoneJobs(db, now),
  forgetOldNotices: (db, _, now) => forgetOldNotices(db, now),
  expireExports: (db, env, now) => expireExports(db, env.FILES, now),
  offerFreeSeats: (db, _, now) => offerFreeSeats(db, now, () => crypto.randomUUID()),
  publishDue: (db, _, now) => publishDue(db, now),
  remindOfEvents: (db, _, now) => remindOfEvents(db, now),
  cleanEventCells: (db, _, now) => cleanEventCells(db, now),
  forgetExpired: (db, _, now) => forgetExpired(db, now),
}

export async function runChores(env: Env, now: number): Promise<void> {
  const runEach = Object.entries(chores).map(async ([chore, run]) => {
    const db = openPrimary(env.DB)
    try {
      await run(db, env, now)
    } catch (error) {
      logLine('error', 'chore-failed', { chore, ...errorFields(error) })
    }
    await sendOutbox(env, db.outboxIds)
  })
  await Promise.all(runEach)
}
