import { type SQL, sql } from 'drizzle-orm'
import type { PrivacySwitches } from '../../domain/privacy/contract.ts'
import { insertSelect } from '../platform/columns.ts'
import { privacySettings } from './schema.ts'

/** For the batch that creates a profile: stores the privacy settings that the person chose. */
export const storeSwitches = (userId: string, switches: PrivacySwitches, now: number, when: SQL): SQL =>
  insertSelect(privacySettings, { userId, ...switches, updatedAt: now }, sql`WHERE ${when} ON CONFLICT DO NOTHING`)
