import { sql } from 'drizzle-orm'
import { nameDevice } from '../../domain/accounts/rules.ts'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { exportPicture } from './export-picture.ts'
import { emailKeyOf } from './exported-name-of.ts'
import { authIdentities, authSessions, authTokens, knownDevices, users } from './schema.ts'

/** The replacement for the email of a deleted account. It is not a valid email, so nobody can sign up with it. */
const anonymousEmail = (userId: string) => `deleted:${userId}`

export const accountData: PersonData = {
  feature: 'accounts',
  tables: {
    users: ['id', 'email', 'email_key', 'display_name', 'photo_key'],
    auth_identities: ['user_id', 'subject'],
    auth_sessions: ['user_id', 'user_agent', 'city', 'country'],
    auth_tokens: ['user_id', 'new_email'],
    known_devices: ['user_id', 'browser_hash'],
    sign_in_tries: ['pair'],
    request_counts: ['key'],
  },
  keptColumns: {
    'users.id': 'Rows of other people may refer to it. The id alone says nothing about the person.',
    'users.email': 'Only as deleted:<id>, so that the column stays unique.',
    'users.email_key': 'Only as deleted:<id>, so that the column stays unique.',
    'sign_in_tries.pair':
      'Keyed hashes of the email, alone and with the client address of the attempt. Without the key they identify nobody, and they are deleted after a day.',
    'request_counts.key': 'Keyed hashes like those of sign_in_tries, which are deleted after a day as well.',
  },
  files: (userId) =>
    sql`SELECT 'avatars/' || ${users.photoKey} || '/' AS key FROM ${users} WHERE ${users.id} = ${userId} AND ${users.photoKey} <> ''`,
  erase: (userId, now) => [
    // Someone else may have requested to change their email to this one.
    sql`DELETE FROM ${authTokens} WHERE ${authTokens.userId} = ${userId} OR lower(${authTokens.newEmail}) = ${emailKeyOf(userId)}`,
    sql`DELETE FROM ${authSessions} WHERE ${authSessions.userId} = ${userId}`,
    sql`DELETE FROM ${authIdentities} WHERE ${authIdentities.userId} = ${userId}`,
    sql`DELETE FROM ${knownDevices} WHERE ${knownDevices.userId} = ${userId}`,
    updateSet(
      users,
      {
        email: anonymousEmail(userId),
        emailKey: anonymousEmail(userId),
        emailVerifiedAt: null,
        passwordHash: null,
        displayName: null,
        photoKey: null,
        completedAt: null,
        termsVersion: null,
        termsAcceptedAt: null,
        updatedAt: now,
        deletedAt: now,
      },
      sql`WHERE ${users.id} = ${userId} AND ${users.deletedAt} IS NULL`,
    ),
  ],
  exportFiles: exportPicture,
  export: async (db, userId) => {
    const parts = await readParts(db, {
      account: selectAs(
        {
          id: users.id,
          email: users.email,
          emailVerifiedAt: users.emailVerifiedAt,
          displayName: users.displayName,
          hasPassword: sql`${users.passwordHash} IS NOT NULL`,
          profileCompletedAt: users.completedAt,
          termsVersion: users.termsVersion,
          termsAcceptedAt: users.termsAcceptedAt,
          createdAt: users.createdAt,
          updatedAt: users.updatedAt,
        },
        sql`FROM ${users} WHERE ${users.id} = ${userId}`,
      ),
      'sign-in-with': selectAs(
        { provider: authIdentities.provider, subject: authIdentities.subject, createdAt: authIdentities.createdAt },
        sql`FROM ${authIdentities} WHERE ${authIdentities.userId} = ${userId}`,
      ),
      devices: selectAs(
        {
          device: authSessions.userAgent,
          city: authSessions.city,
          country: authSessions.country,
          signedInAt: authSessions.createdAt,
          lastSeenAt: authSessions.lastSeenAt,
        },
        sql`FROM ${authSessions} WHERE ${authSessions.userId} = ${userId} ORDER BY ${authSessions.createdAt}`,
      ),
      'known-browsers': selectAs(
        { firstSeenAt: knownDevices.firstSeenAt },
        sql`FROM ${knownDevices} WHERE ${knownDevices.userId} = ${userId} ORDER BY ${knownDevices.firstSeenAt}`,
      ),
      'links-on-their-way': selectAs(
        {
          purpose: authTokens.purpose,
          newEmail: authTokens.newEmail,
          termsVersion: authTokens.termsVersion,
          termsAcceptedAt: authTokens.termsAcceptedAt,
          expiresAt: authTokens.expiresAt,
        },
        sql`FROM ${authTokens} WHERE ${authTokens.userId} = ${userId}`,
      ),
    })
    return parts.map((part) =>
      part.name === 'devices' ? { ...part, rows: part.rows.map((row) => ({ name: nameDevice(String(row.device)), ...row })) } : part,
    )
  },
}
