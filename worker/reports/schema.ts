import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { reportKinds, reportReasons } from '../../domain/reports/contract.ts'
import { users } from '../accounts/schema.ts'

/** Reports about events, places, people and messages, for operators and admins. */
export const reports = sqliteTable(
  'reports',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: reportKinds }).notNull(),
    subjectId: text('subject_id').notNull(),
    reporterId: text('reporter_id').references(() => users.id),
    reason: text('reason', { enum: reportReasons }).notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    handledAt: integer('handled_at'),
    /** Who wrote the reported message, and what it said then. */
    authorId: text('author_id').references(() => users.id),
    messageText: text('message_text'),
  },
  (t) => [
    index('reports_by_reporter').on(t.reporterId, t.createdAt),
    index('reports_in_order').on(t.handledAt, t.createdAt),
    index('reports_by_author').on(t.authorId),
  ],
)
