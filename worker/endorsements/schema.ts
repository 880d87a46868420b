import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { endorsementKinds } from '../../domain/endorsements/contract.ts'
import { users } from '../accounts/schema.ts'

export const endorsements = sqliteTable(
  'endorsements',
  {
    toId: text('to_id')
      .notNull()
      .references(() => users.id),
    fromId: text('from_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: endorsementKinds }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.toId, t.fromId, t.kind] }), index('endorsements_by_giver').on(t.fromId)],
)

/**
 * The counts are updated with each endorsement, so that a profile does not read one row for each. The empty `kind` counts
 * the people who endorsed.
 */
export const endorsementTotals = sqliteTable(
  'endorsement_totals',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: ['', ...endorsementKinds] }).notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)
