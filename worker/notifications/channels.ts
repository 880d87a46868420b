import { sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { ChangeNotification, NotificationChannel } from '../../domain/notifications/contract.ts'
import { emailOptouts } from '../mail/shared.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { pushOptouts, teamTopicOptouts } from './schema.ts'

/** Which channels are on for one of our topics, or for a topic of a community. */
export async function findChannels(
  db: Database,
  { id, email }: { id: string; email: string },
  topic: ChangeNotification['topic'],
): Promise<Record<NotificationChannel, boolean>> {
  const ofTeam = (channel: NotificationChannel) => sql`EXISTS (SELECT 1 FROM ${teamTopicOptouts}
    WHERE ${teamTopicOptouts.userId} = ${id} AND ${teamTopicOptouts.topicId} = ${topic} AND ${teamTopicOptouts.channel} = ${channel})`
  const found = await readFirst(
    db,
    select(
      { email: asBoolean, push: asBoolean },
      sql`SELECT NOT (${ofTeam('email')} OR EXISTS (SELECT 1 FROM ${emailOptouts}
            WHERE ${emailOptouts.email} = ${canonicalAddress(email)} AND ${emailOptouts.topic} = ${topic})) AS email,
          NOT (${ofTeam('push')} OR EXISTS (SELECT 1 FROM ${pushOptouts}
            WHERE ${pushOptouts.userId} = ${id} AND ${pushOptouts.topic} = ${topic})) AS push`,
    ),
  )
  return found ?? { email: true, push: true }
}
