import { sql } from 'drizzle-orm'
import type { OpenSetupTasks } from '../../domain/home/contract.ts'
import { listOpenTasks } from '../../domain/home/rules.ts'
import { hasAvailability } from '../availability/queries.ts'
import { hasGivenFeedback } from '../feedback/queries.ts'
import { hasChosenNotifications } from '../notifications/queries.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasBio, hasRatedActivity } from '../profiles/is-filled-in.ts'

/** Asks every feature in one round trip which setup tasks are done. */
export async function findOpenTasks(db: Database, userId: string): Promise<OpenSetupTasks> {
  const done = await readFirst(
    db,
    select(
      { availability: asBoolean, feedback: asBoolean, notifications: asBoolean, favoriteActivities: asBoolean, bio: asBoolean },
      sql`SELECT ${hasAvailability(userId)} AS availability, ${hasGivenFeedback(userId)} AS feedback,
        ${hasChosenNotifications(userId)} AS notifications, ${hasRatedActivity(userId)} AS favoriteActivities, ${hasBio(userId)} AS bio`,
    ),
  )
  if (!done) throw new Error('The query for the setup tasks returned no row')
  return { tasks: listOpenTasks(done) }
}
