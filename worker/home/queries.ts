import { sql } from 'drizzle-orm'
import type { HomeAlerts } from '../../domain/home/contract.ts'
import { openAlerts } from '../../domain/home/rules.ts'
import { hasAvailability } from '../availability/queries.ts'
import { hasGivenFeedback } from '../feedback/queries.ts'
import { hasChosenNotifications } from '../notifications/queries.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasBio, hasRatedActivity } from '../profiles/is-filled-in.ts'

/** What is missing, asked of every feature in one round trip. */
export async function findHomeAlerts(db: Database, userId: string): Promise<HomeAlerts> {
  const done = await readFirst(
    db,
    select(
      { availability: asBoolean, feedback: asBoolean, notifications: asBoolean, favoriteActivities: asBoolean, bio: asBoolean },
      sql`SELECT ${hasAvailability(userId)} AS availability, ${hasGivenFeedback(userId)} AS feedback,
        ${hasChosenNotifications(userId)} AS notifications, ${hasRatedActivity(userId)} AS favoriteActivities, ${hasBio(userId)} AS bio`,
    ),
  )
  if (!done) throw new Error('Nothing was answered about what is missing')
  return { alerts: openAlerts(done) }
}
