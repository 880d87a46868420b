import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { teamInvitations as i, teamRequests as r } from './schema.ts'

const selectInvitations = sql`SELECT ${communities.name} AS team, ${i.email} AS email, ${i.uses} AS uses, ${i.maxUses} AS maxUses,
    ${i.createdAt} AS createdAt, ${i.expiresAt} AS expiresAt
  FROM ${i} JOIN ${communities} ON ${communities.id} = ${i.teamId}`

export const teamJoiningData: PersonData = {
  feature: 'team-joining',
  tables: { team_requests: ['user_id'], team_invitations: ['inviter_id', 'user_id', 'email', 'email_key'] },
  erase: (userId) => [
    sql`DELETE FROM ${r} WHERE ${r.userId} = ${userId}`,
    sql`DELETE FROM ${i} WHERE ${i.inviterId} = ${userId}`,
    sql`DELETE FROM ${i} WHERE ${i.userId} = ${userId}`,
    sql`DELETE FROM ${i} WHERE ${i.emailKey} = ${emailKeyOf(userId)}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      // Without the answer: a decline stays quiet.
      'requests-to-join': sql`SELECT ${communities.name} AS team, ${r.message} AS message, ${r.createdAt} AS createdAt
        FROM ${r} JOIN ${communities} ON ${communities.id} = ${r.teamId} WHERE ${r.userId} = ${userId} ORDER BY ${r.createdAt}`,
      'invitations-sent': sql`${selectInvitations} WHERE ${i.inviterId} = ${userId} ORDER BY ${i.createdAt}`,
      'invitations-received': sql`${selectInvitations} WHERE ${i.userId} = ${userId} OR ${i.emailKey} = ${emailKeyOf(userId)} ORDER BY ${i.createdAt}`,
    }),
}
