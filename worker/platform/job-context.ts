import type { Env } from '../env.ts'
import type { Statement } from './batch.ts'
import type { Database } from './database.ts'
import type { Settings } from './settings.ts'

/** What a job works with. `db` reads from the primary. */
export type JobContext = {
  env: Env
  settings: Settings
  db: Database
  now: number
  /**
   * The statement that marks this job as done. A job that runs it in the batch of its effect answers `markedDone`: a crash
   * right after the effect cannot repeat it.
   */
  markDone: Statement
}

export const markedDone = 'marked-done'

export type JobOutcome = typeof markedDone | undefined
