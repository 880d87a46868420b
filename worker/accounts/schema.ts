import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  /** The normalized email: two spellings of one address have the same key. */
  emailKey: text('email_key').notNull().unique(),
  emailVerifiedAt: integer('email_verified_at'),
  /** An scrypt hash with its parameters; null for people who only sign in with Google. */
  passwordHash: text('password_hash'),
  displayName: text('display_name'),
  /** The key of the person's picture in the file storage. */
  photoKey: text('photo_key'),
  /** When the profile was complete for the first time. */
  completedAt: integer('completed_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** When the account was deleted. The row stays without personal data, because rows of other people refer to it. */
  deletedAt: integer('deleted_at'),
})

/** The Google accounts of our users. */
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

/** One row for each browser in which a person is signed in. A cookie without its row is not valid. */
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

/** Links in emails. We store only the hash of a token. Each link works once and expires. */
export const authTokens = sqliteTable(
  'auth_tokens',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['verify', 'reset', 'email'] }).notNull(),
    /** For a link that changes the email: the new email. */
    newEmail: text('new_email'),
    /**
     * The password chosen at this sign-up. It is set only when this link is opened, so nobody can set a password for another
     * person.
     */
    passwordHash: text('password_hash'),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('auth_tokens_by_user').on(t.userId, t.purpose), index('auth_tokens_by_expiry').on(t.expiresAt)],
)

/** Wrong passwords, counted for each pair of account and client address. We store only hashes of the pair. */
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

/** Browsers in which a person has signed in before, so that we can send an email about a new one. */
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
