import type { Env } from '../env.ts'
import type { Statement } from './batch.ts'
import type { Database } from './database.ts'
import type { Settings } from './settings.ts'

/** What a job gets. `db` reads from the primary. */
export type JobContext = {
  env: Env
  settings: Settings
  db: Database
  now: number
  /**
   * The statement that marks this job as done. A job can run it in the same batch as its effect and return `markedDone`. Then a
   * crash right after the batch cannot repeat the effect.
   */
  markDone: Statement
}

export const markedDone = 'marked-done'

export type JobOutcome = typeof markedDone | undefined
