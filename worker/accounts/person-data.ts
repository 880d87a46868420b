import { sql } from 'drizzle-orm'
import { nameDevice } from '../../domain/accounts/rules.ts'
import type { PersonData } from '../platform/person-data.ts'
import { readParts } from '../platform/person-data.ts'
import { exportPicture } from './export-picture.ts'
import { emailKeyOf } from './name-of.ts'

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
  files: (userId) => sql`SELECT 'avatars/' || photo_key || '/' AS key FROM users WHERE id = ${userId} AND photo_key <> ''`,
  erase: (userId, now) => [
    // Someone else may have asked to move to this address.
    sql`DELETE FROM auth_tokens WHERE user_id = ${userId} OR lower(new_email) = ${emailKeyOf(userId)}`,
    sql`DELETE FROM auth_sessions WHERE user_id = ${userId}`,
    sql`DELETE FROM auth_identities WHERE user_id = ${userId}`,
    sql`DELETE FROM known_devices WHERE user_id = ${userId}`,
    sql`UPDATE users SET email = ${anonymousEmail(userId)}, email_key = ${anonymousEmail(userId)}, email_verified_at = NULL,
        password_hash = NULL, display_name = NULL, photo_key = NULL, completed_at = NULL, updated_at = ${now}, deleted_at = ${now}
      WHERE id = ${userId} AND deleted_at IS NULL`,
  ],
  exportFiles: exportPicture,
  export: async (db, userId) => {
    const parts = await readParts(db, {
      account: sql`SELECT id, email, email_verified_at AS emailVerifiedAt, display_name AS displayName,
        password_hash IS NOT NULL AS hasPassword, completed_at AS profileCompletedAt, created_at AS createdAt, updated_at AS updatedAt
        FROM users WHERE id = ${userId}`,
      'sign-in-with': sql`SELECT provider, subject, created_at AS createdAt FROM auth_identities WHERE user_id = ${userId}`,
      devices: sql`SELECT user_agent AS device, created_at AS signedInAt, last_seen_at AS lastSeenAt
        FROM auth_sessions WHERE user_id = ${userId} ORDER BY created_at`,
      'known-browsers': sql`SELECT first_seen_at AS firstSeenAt FROM known_devices WHERE user_id = ${userId} ORDER BY first_seen_at`,
      'links-on-their-way': sql`SELECT purpose, new_email AS newEmail, expires_at AS expiresAt FROM auth_tokens WHERE user_id = ${userId}`,
    })
    return parts.map((part) =>
      part.name === 'devices' ? { ...part, rows: part.rows.map((row) => ({ name: nameDevice(String(row.device)), ...row })) } : part,
    )
  },
}
