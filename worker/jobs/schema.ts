import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { queueNames } from '../../domain/jobs/contract.ts'

/**
 * Messages that must not be lost. The table has no index and no rowid, because almost every batch writes to it, and each index would be one
 * more row to write. They are written in the same batch as the change they are about, and deleted once a queue has them.
 */
export const outbox = sqliteTable('outbox', {
  id: text('id').primaryKey(),
  queue: text('queue', { enum: queueNames }).notNull(),
  /** JSON, stored as text because we need its size to split messages into batches. */
  body: text('body').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** The state of each job. `done` makes a second delivery harmless; `dead` waits for an operator. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    queue: text('queue', { enum: queueNames }).notNull(),
    state: text('state', { enum: ['done', 'failing', 'dead'] }).notNull(),
    /** Kept while the job may have to be sent again. */
    body: text('body', { mode: 'json' }).$type<unknown>(),
    error: text('error'),
    attempts: integer('attempts').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('jobs_by_state').on(t.state, t.updatedAt)],
)
