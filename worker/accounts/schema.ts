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
  /** The version of the terms that the person accepted, and when. They also said then that they are old enough. */
  termsVersion: text('terms_version'),
  termsAcceptedAt: integer('terms_accepted_at'),
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
    /** Where the browser was when it was last used, so that its owner can tell two devices of one kind apart. */
    city: text('city'),
    country: text('country'),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('auth_sessions_by_user').on(t.userId, t.createdAt), index('auth_sessions_by_expiry').on(t.expiresAt)],
)

/**
 * Links in emails, and passwords that wait for such a link. We store only the hash of a token or of the secret of a browser.
 * Each works once and expires.
 */
export const authTokens = sqliteTable(
  'auth_tokens',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /**
     * A row of `password` is no link: it is the password that one browser chose at sign-up. A row of `confirm` is a code that a
     * signed-in person types. One of `site` is a code that signs a person in on the domain of a community.
     */
    purpose: text('purpose', { enum: ['verify', 'reset', 'email', 'password', 'confirm', 'site'] }).notNull(),
    /** For a link that changes the email: the new email. */
    newEmail: text('new_email'),
    /** The password chosen at sign-up. It is set only when the same browser opens a link from the mailbox of this address. */
    passwordHash: text('password_hash'),
    /** Accepted at sign-up together with the password, and stored with the account under the same condition. */
    termsVersion: text('terms_version'),
    termsAcceptedAt: integer('terms_accepted_at'),
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

/**
 * Browsers in which a person has signed in before, by the hash of their secret. A new browser causes an email, and a known one is
 * not slowed down when strangers guess passwords.
 */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    browserHash: text('browser_hash').notNull(),
    firstSeenAt: integer('first_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.browserHash] })],
)

/** Requests about accounts, counted for limits of a day. We store only keyed hashes of the email and the client. */
export const requestCounts = sqliteTable(
  'request_counts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** The count is over then. */
    endsAt: integer('ends_at').notNull(),
  },
  (t) => [index('request_counts_by_end').on(t.endsAt)],
)
