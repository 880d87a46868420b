import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { connectionStates } from '../../domain/connections/contract.ts'
import { users } from '../accounts/schema.ts'

const person = (name: string) =>
  text(name)
    .notNull()
    .references(() => users.id)

export const follows = sqliteTable(
  'follows',
  { followerId: person('follower_id'), followedId: person('followed_id'), createdAt: integer('created_at').notNull() },
  (t) => [
    primaryKey({ columns: [t.followerId, t.followedId] }),
    index('follows_in_order').on(t.followerId, t.createdAt, t.followedId),
    index('follows_by_followed').on(t.followedId, t.createdAt),
  ],
)

/** The number of followers of each person, stored because counting them would read one row for each follower. */
export const followTotals = sqliteTable('follow_totals', {
  userId: person('user_id').primaryKey(),
  followers: integer('followers').notNull(),
})

/** Two rows for each pair, one in each person's list. A request is `sent` in one and `received` in the other. */
export const connections = sqliteTable(
  'connections',
  {
    userId: person('user_id'),
    otherId: person('other_id'),
    state: text('state', { enum: connectionStates }).notNull(),
    since: integer('since').notNull(),
    /** What the sender of a request wrote. Both rows have it, until the request is answered. */
    note: text('note').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.otherId] }),
    index('connections_in_order').on(t.userId, t.state, t.since, t.otherId),
    index('connections_by_other').on(t.otherId),
  ],
)
