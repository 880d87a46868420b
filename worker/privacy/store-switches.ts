import { type SQL, sql } from 'drizzle-orm'
import type { PrivacySwitches } from '../../domain/privacy/contract.ts'
import { insertSelect } from '../platform/columns.ts'
import { privacySettings } from './schema.ts'

/** For the batch that sets a profile up: stores the switches as the person left them. */
export const storeSwitches = (userId: string, switches: PrivacySwitches, now: number, when: SQL): SQL =>
  insertSelect(privacySettings, { userId, ...switches, updatedAt: now }, sql`WHERE ${when} ON CONFLICT DO NOTHING`)
