import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  /** The address in the one form that two spellings share. */
  emailKey: text('email_key').notNull().unique(),
  emailVerifiedAt: integer('email_verified_at'),
  /** scrypt with its parameters; none for who signs in with Google only. */
  passwordHash: text('password_hash'),
  displayName: text('display_name'),
  /** Names the person's picture among the files. */
  photoKey: text('photo_key'),
  /** When the profile was complete for the first time. */
  completedAt: integer('completed_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** When the account was deleted. The row stays, nameless, for what others still need. */
  deletedAt: integer('deleted_at'),
})

/** Who a person is at Google. */
export const authIdentities = sqliteTable(
  'auth_identities',
  {
    provider: text('provider', { enum: ['google'] }).notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index('auth_identities_by_user').on(t.userId)],
)

/** One place where a person is signed in. Without its row a cookie is worth nothing. */
export const authSessions = sqliteTable(
  'auth_sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    userAgent: text('user_agent').notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('auth_sessions_by_user').on(t.userId, t.createdAt), index('auth_sessions_by_expiry').on(t.expiresAt)],
)

/** Links in mails: known by their hash only, good once and for a while. */
export const authTokens = sqliteTable(
  'auth_tokens',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['verify', 'reset', 'email'] }).notNull(),
    /** The address that a link for changing it was sent to. */
    newEmail: text('new_email'),
    /** The password chosen with this sign-up. It counts only once its own link was followed, so nobody can choose one for others. */
    passwordHash: text('password_hash'),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('auth_tokens_by_user').on(t.userId, t.purpose), index('auth_tokens_by_expiry').on(t.expiresAt)],
)

/** Wrong passwords, counted for each pair of account and client address, known by its hash only. */
export const signInTries = sqliteTable(
  'sign_in_tries',
  {
    pair: text('pair').primaryKey(),
    wrong: integer('wrong').notNull(),
    lockedUntil: integer('locked_until').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (t) => [index('sign_in_tries_by_age').on(t.lastAt)],
)

/** Browsers a person has signed in with before, so that a new one can be told of. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    userAgentHash: text('user_agent_hash').notNull(),
    firstSeenAt: integer('first_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.userAgentHash] })],
)
