import { sql } from 'drizzle-orm'
import { nameDevice } from '../../domain/accounts/rules.ts'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { exportPicture } from './export-picture.ts'
import { emailKeyOf } from './name-of.ts'
import { authIdentities, authSessions, authTokens, knownDevices, users } from './schema.ts'

/** What stands where an address stood. No address looks like it, so nobody can sign up with it. */
const anonymousEmail = (userId: string) => `deleted:${userId}`

export const accountData: PersonData = {
  feature: 'accounts',
  tables: {
    users: ['id', 'email', 'email_key', 'display_name', 'photo_key'],
    auth_identities: ['user_id', 'subject'],
    auth_sessions: ['user_id', 'user_agent'],
    auth_tokens: ['user_id', 'new_email'],
    known_devices: ['user_id', 'user_agent_hash'],
    sign_in_tries: ['pair'],
  },
  kept: {
    'users.id': 'Rows of others may point to it. By itself it says nothing about anyone.',
    'users.email': 'Only as deleted:<id>, so that the column stays unique.',
    'users.email_key': 'Only as deleted:<id>, so that the column stays unique.',
    'sign_in_tries.pair':
      'Keyed hashes of the address, alone and together with where someone guessed from: without the key they lead to nobody, and they are gone after a day.',
  },
  files: (userId) =>
    sql`SELECT 'avatars/' || ${users.photoKey} || '/' AS key FROM ${users} WHERE ${users.id} = ${userId} AND ${users.photoKey} <> ''`,
  erase: (userId, now) => [
    // Someone else may have asked to move to this address.
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
        { device: authSessions.userAgent, signedInAt: authSessions.createdAt, lastSeenAt: authSessions.lastSeenAt },
        sql`FROM ${authSessions} WHERE ${authSessions.userId} = ${userId} ORDER BY ${authSessions.createdAt}`,
      ),
      'known-browsers': selectAs(
        { firstSeenAt: knownDevices.firstSeenAt },
        sql`FROM ${knownDevices} WHERE ${knownDevices.userId} = ${userId} ORDER BY ${knownDevices.firstSeenAt}`,
      ),
      'links-on-their-way': selectAs(
        { purpose: authTokens.purpose, newEmail: authTokens.newEmail, expiresAt: authTokens.expiresAt },
        sql`FROM ${authTokens} WHERE ${authTokens.userId} = ${userId}`,
      ),
    })
    return parts.map((part) =>
      part.name === 'devices' ? { ...part, rows: part.rows.map((row) => ({ name: nameDevice(String(row.device)), ...row })) } : part,
    )
  },
}
