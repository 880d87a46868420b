import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { NotificationChannel } from '../../domain/notifications/contract.ts'
import type { QuietHours } from '../../domain/notifications/quiet-hours.ts'
import { emailOptouts } from '../mail/shared.ts'
import { asBoolean, asJson, orNull } from '../platform/row-query.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { mailFrequencyChoices, notificationTimes, pushOptouts, teamTopicOptouts } from './schema.ts'
import { hasMutedTeam } from './shared.ts'

/** What a person has chosen, as far as it decides how something reaches them. */
export const recipientSettings = {
  hasMutedTeam: asBoolean,
  emailVerified: asBoolean,
  optedOutOfMail: asBoolean,
  optedOutOfPush: asBoolean,
  frequency: orNull(mailFrequencyChoices.frequency),
  timeZone: orNull(playerProfiles.timeZone),
  weekday: orNull(notificationTimes.weekday),
  quietHours: orNull(asJson<QuietHours>()),
}

type Person = Record<'id' | 'emailKey' | 'emailVerifiedAt', SQLWrapper>
type About = { topic: SQLWrapper | string; teamId: SQLWrapper; teamTopicId: SQLWrapper | string | null }

/** How often the person wants emails of a topic; null if they have not chosen. */
export const selectFrequency = (personId: SQLWrapper, topic: SQLWrapper | string): SQL =>
  sql`(SELECT ${mailFrequencyChoices.frequency} FROM ${mailFrequencyChoices}
    WHERE ${mailFrequencyChoices.userId} = ${personId} AND ${mailFrequencyChoices.topic} = ${topic})`

/** The columns of `recipientSettings` for something of this topic, team and topic of a team. The query joins `joinTimes`. */
export function selectSettings(person: Person, { topic, teamId, teamTopicId }: About): SQL {
  const hasTurnedOff = (channel: NotificationChannel) => sql`EXISTS (SELECT 1 FROM ${teamTopicOptouts}
    WHERE ${teamTopicOptouts.userId} = ${person.id} AND ${teamTopicOptouts.topicId} = ${teamTopicId} AND ${teamTopicOptouts.channel} = ${channel})`
  return sql`${hasMutedTeam(person.id, teamId)} AS hasMutedTeam, ${person.emailVerifiedAt} IS NOT NULL AS emailVerified,
    EXISTS (SELECT 1 FROM ${emailOptouts} WHERE ${emailOptouts.email} = ${person.emailKey} AND ${emailOptouts.topic} = ${topic})
      OR ${hasTurnedOff('email')} AS optedOutOfMail,
    EXISTS (SELECT 1 FROM ${pushOptouts} WHERE ${pushOptouts.userId} = ${person.id} AND ${pushOptouts.topic} = ${topic})
      OR ${hasTurnedOff('push')} AS optedOutOfPush,
    ${selectFrequency(person.id, topic)} AS frequency,
    (SELECT ${playerProfiles.timeZone} FROM ${playerProfiles} WHERE ${playerProfiles.userId} = ${person.id}) AS timeZone,
    ${notificationTimes.weekday} AS weekday, ${notificationTimes.quietHours} AS quietHours`
}

export const joinTimes = (person: Person): SQL => sql`LEFT JOIN ${notificationTimes} ON ${notificationTimes.userId} = ${person.id}`
