import { sql } from 'drizzle-orm'
import { exportedNameOf } from '../accounts/exported-name-of.ts'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { connections, follows, followTotals } from './schema.ts'

export const connectionData: PersonData = {
  feature: 'connections',
  tables: { follows: ['follower_id', 'followed_id'], follow_totals: ['user_id'], connections: ['user_id', 'other_id'] },
  erase: (userId) => [
    updateSet(
      followTotals,
      { followers: sql`max(0, ${followTotals.followers} - 1)` },
      sql`WHERE ${followTotals.userId} IN (SELECT ${follows.followedId} FROM ${follows} WHERE ${follows.followerId} = ${userId})`,
    ),
    sql`DELETE FROM ${follows} WHERE ${follows.followerId} = ${userId}`,
    sql`DELETE FROM ${follows} WHERE ${follows.followedId} = ${userId}`,
    sql`DELETE FROM ${followTotals} WHERE ${followTotals.userId} = ${userId}`,
    sql`DELETE FROM ${connections} WHERE ${connections.userId} = ${userId}`,
    sql`DELETE FROM ${connections} WHERE ${connections.otherId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      following: selectAs(
        { person: exportedNameOf(follows.followedId), createdAt: follows.createdAt },
        sql`FROM ${follows} WHERE ${follows.followerId} = ${userId} ORDER BY ${follows.createdAt}`,
      ),
      followers: selectAs({ followers: followTotals.followers }, sql`FROM ${followTotals} WHERE ${followTotals.userId} = ${userId}`),
      connections: selectAs(
        { person: exportedNameOf(connections.otherId), state: connections.state, note: connections.note, sinceAt: connections.since },
        sql`FROM ${connections} WHERE ${connections.userId} = ${userId} ORDER BY ${connections.since}`,
      ),
    }),
}
