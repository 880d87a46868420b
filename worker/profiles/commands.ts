import { type SQL, sql } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { Work } from '../../domain/jobs/contract.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { PlayedActivity, ProfileForm, SetUpProfile } from '../../domain/profiles/contract.ts'
import { setDisplayName } from '../accounts/set-display-name.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { claimWaitingBlocks } from '../privacy/commands.ts'
import { storeSwitches } from '../privacy/store-switches.ts'
import { indexName } from './index-name.ts'
import { indexPlace, unindexPlace } from './index-place.ts'

type Person = { id: string; email: string }

/** Makes the profile and lets the person in, with a mail to welcome them, and word of it to who plays near by. False where there is one already. */
export async function setUpProfile(
  db: Database,
  now: number,
  person: Person,
  { privacy, activities, ...form }: SetUpProfile,
  city: City,
  welcome: { id: string; platform: PlatformId } | null,
): Promise<boolean> {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM profiles WHERE user_id = ${person.id})
    AND EXISTS (SELECT 1 FROM users WHERE id = ${person.id} AND deleted_at IS NULL)`
  const results = await runBatch(db, [
    ...(welcome ? [welcomeMail(person, form.displayName, welcome, now, isNew), newcomerJob(person.id, welcome.platform, now, isNew)] : []),
    setDisplayName(db, person.id, { displayName: form.displayName, now }, isNew),
    ...indexName(person.id, form.displayName, isNew),
    storeSwitches(person.id, privacy, now, isNew),
    ...claimWaitingBlocks(person.id, canonicalAddress(person.email)),
    sql`INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, gender, pronoun, join_reason,
        activities, version, created_at, updated_at)
      SELECT ${person.id}, ${form.fullName}, ${form.bio}, ${city.id}, ${city.name}, ${city.state}, ${city.lat}, ${city.lng}, ${city.timeZone},
        ${form.gender}, ${form.pronoun}, ${form.joinReason}, ${JSON.stringify(activities)}, 1, ${now}, ${now} WHERE ${isNew}`,
    indexPlace(person.id),
  ])
  return (results.at(-2)?.meta.changes ?? 0) > 0
}

const welcomeMail = (
  { email }: Person,
  username: string,
  { id, platform }: { id: string; platform: PlatformId },
  now: number,
  when: SQL,
) => {
  const mail: MailRequest = { to: email, platform, template: { name: 'welcome', data: { username } } }
  return putInOutbox('mail', [{ id, body: mail }], { now, when })
}

const newcomerJob = (userId: string, platform: PlatformId, now: number, when: SQL) => {
  const work: Work = { kind: 'newcomer', userId, platform }
  return putInOutbox('work', [{ id: `newcomer:${userId}`, body: work }], { now, when })
}

/** `version` is what the person saw: a profile that another tab has changed since then stays as it is. */
export async function saveProfile(
  db: Database,
  now: number,
  userId: string,
  { version, ...form }: ProfileForm & { version: number },
  city: City,
): Promise<void> {
  const isCurrent = sql`EXISTS (SELECT 1 FROM profiles WHERE user_id = ${userId} AND version = ${version})`
  const results = await runBatch(db, [
    setDisplayName(db, userId, { displayName: form.displayName, now }, isCurrent),
    ...indexName(userId, form.displayName, isCurrent),
    unindexPlace(userId),
    sql`UPDATE profiles SET full_name = ${form.fullName}, bio = ${form.bio}, city_id = ${city.id}, city_name = ${city.name},
        city_state = ${city.state}, lat = ${city.lat}, lng = ${city.lng}, time_zone = ${city.timeZone}, gender = ${form.gender},
        pronoun = ${form.pronoun}, join_reason = ${form.joinReason}, version = version + 1, updated_at = ${now}
      WHERE user_id = ${userId} AND version = ${version}`,
    indexPlace(userId),
  ])
  if (!results.at(-2)?.meta.changes) throw new AppError('ProfileVersionConflict')
}

/** Each activity is written by itself, so that two tabs do not undo each other. */
export async function putActivity(db: Database, now: number, userId: string, activity: PlayedActivity): Promise<void> {
  const [, put] = await runBatch(db, [
    unindexPlace(userId),
    sql`UPDATE profiles SET updated_at = ${now}, activities = (
        SELECT json_group_array(json(activity)) FROM (
          SELECT iif(value->>'activity' = ${activity.activity}, ${JSON.stringify(activity)}, value) AS activity FROM json_each(profiles.activities)
          UNION ALL SELECT ${JSON.stringify(activity)}
            WHERE NOT EXISTS (SELECT 1 FROM json_each(profiles.activities) WHERE value->>'activity' = ${activity.activity})))
      WHERE user_id = ${userId}`,
    indexPlace(userId),
  ])
  if (!put?.meta.changes) throw new AppError('ProfileMissing')
}

/** The last one stays: without any, nobody could find them. */
export async function removeActivity(db: Database, now: number, userId: string, activity: string): Promise<void> {
  const [, removed, left] = await runBatch<{ isThere: number }>(db, [
    unindexPlace(userId),
    sql`UPDATE profiles SET updated_at = ${now}, activities = (
        SELECT json_group_array(json(value)) FROM json_each(profiles.activities) WHERE value->>'activity' <> ${activity})
      WHERE user_id = ${userId} AND json_array_length(activities) > 1`,
    sql`SELECT EXISTS (SELECT 1 FROM profiles, json_each(profiles.activities) a
      WHERE profiles.user_id = ${userId} AND a.value->>'activity' = ${activity}) AS isThere`,
    indexPlace(userId),
  ])
  if (!removed?.meta.changes && left?.results[0]?.isThere === 1) throw new AppError('LastActivity')
}

/** For the batch of whoever counts: rows of `userId, played, hosted, kept`. */
export const keepTallies = (counted: SQL): SQL => sql`
  UPDATE profiles SET games_played = c.played, games_hosted = c.hosted, games_kept = c.kept FROM (${counted}) c
  WHERE profiles.user_id = c.userId AND (games_played, games_hosted, games_kept) IS NOT (c.played, c.hosted, c.kept)`
