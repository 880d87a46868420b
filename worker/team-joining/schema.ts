import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** People who ask to join a team. A declined request is kept for a while, so that asking again reaches nobody. */
export const teamRequests = sqliteTable(
  'team_requests',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    message: text('message').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When it was declined, or when the person was removed from the team. The person does not see this. */
    declinedAt: integer('declined_at'),
    /** The person took a declined request back, so their page shows none. */
    isTakenBack: integer('is_taken_back', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.userId] }),
    index('team_requests_open').on(t.teamId, t.createdAt, t.userId).where(sql`declined_at IS NULL`),
    index('team_requests_by_user').on(t.userId, t.createdAt),
    index('team_requests_declined').on(t.declinedAt).where(sql`declined_at IS NOT NULL`),
  ],
)

/** Invitations to join a team as a member: for a person, for an email address, or by a link for several people. */
export const teamInvitations = sqliteTable(
  'team_invitations',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id),
    userId: text('user_id').references(() => users.id),
    email: text('email'),
    /** The address in the same form for all spellings. */
    emailKey: text('email_key'),
    /** The hash of the secret in the link or the email. Null for a person. */
    tokenHash: text('token_hash'),
    uses: integer('uses').notNull().default(0),
    maxUses: integer('max_uses').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('team_invitations_to_person').on(t.teamId, t.userId).where(sql`user_id IS NOT NULL`),
    uniqueIndex('team_invitations_to_email').on(t.teamId, t.emailKey).where(sql`email_key IS NOT NULL`),
    uniqueIndex('team_invitations_one_link').on(t.teamId, t.inviterId).where(sql`user_id IS NULL AND email_key IS NULL`),
    uniqueIndex('team_invitations_by_token').on(t.tokenHash).where(sql`token_hash IS NOT NULL`),
    index('team_invitations_in_order').on(t.teamId, t.createdAt, t.id),
    index('team_invitations_by_user').on(t.userId, t.createdAt),
    index('team_invitations_by_email').on(t.emailKey, t.createdAt),
    index('team_invitations_by_inviter').on(t.inviterId, t.userId),
    index('team_invitations_expiring').on(t.expiresAt),
  ],
)
