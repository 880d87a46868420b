import { lte } from 'drizzle-orm'
import { write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { seatCodes } from './schema.ts'

/** Runs every minute: forgets the addresses of people who did not use their code. */
export const deleteOldSeatCodes = (db: Database, now: number) => write(db, db.delete(seatCodes).where(lte(seatCodes.expiresAt, now)))
