import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { PlayedActivity, ProfileForm, SetUpProfile } from '../../domain/profiles/contract.ts'
import { acceptTerms, hasAcceptedTerms } from '../accounts/accept-terms.ts'
import { allPeopleExist } from '../accounts/all-people-exist.ts'
import { setDisplayName } from '../accounts/set-display-name.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { applyBlocksByEmail } from '../privacy/commands.ts'
import { storeSwitches } from '../privacy/store-switches.ts'
import { indexName } from './index-name.ts'
import { indexPlace, unindexPlace } from './index-place.ts'
import { profiles } from './schema.ts'

type Person = { id: string; email: string }

type Welcome = { id: string; platform: PlatformId }

/**
 * Creates the profile, which completes the account. With `welcome` the person gets an email, and nearby people with a shared
 * activity get a notification. Returns false if the profile already exists, and
 * fails if the person has not accepted the terms.
 */
export async function setUpProfile(
  db: Database,
  now: number,
  person: Person,
  { privacy, activities, displayName, isOldEnough, acceptsTerms, ...form }: SetUpProfile,
  city: City,
  welcome: Welcome | null,
): Promise<boolean> {
  const { id } = person
  const hasProfile = sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.userId} = ${id})`
  const isNew = sql`NOT ${hasProfile} AND ${allPeopleExist([id])} AND ${hasAcceptedTerms(id)}`
  const { created, state } = await runBatch(db, {
    ...(isOldEnough && acceptsTerms && { terms: acceptTerms(db, id, now) }),
    messages: welcome ? announceNewcomer(person, displayName, welcome, now, isNew) : [],
    name: setDisplayName(db, id, { displayName, now }, isNew),
    words: indexName(id, displayName, isNew),
    switches: storeSwitches(id, privacy, now, isNew),
    blocks: applyBlocksByEmail(id, canonicalAddress(person.email), now),
    created: insertSelect(
      profiles,
      { userId: id, ...toColumns(form, city), activities, version: 1, createdAt: now, updatedAt: now },
      sql`WHERE ${isNew}`,
    ),
    indexed: indexPlace(id),
    state: select({ hasProfile: asBoolean }, sql`SELECT ${hasProfile} AS hasProfile`),
  })
  if (created.changes > 0) return true
  if (state.rows[0]?.hasProfile) return false
  throw new AppError('TermsNotAccepted', { field: 'acceptsTerms' })
}

/** The welcome email, and the notification for nearby people. */
function announceNewcomer(person: Person, username: string, { id, platform }: Welcome, now: number, when: SQL) {
  const mail = { to: person.email, platform, template: { name: 'welcome', data: { username } } } satisfies MailRequest
  return [
    putInOutbox('mail', [{ id, body: mail }], { now, when }),
    notifyOf({ kind: 'newcomer', personId: person.id }, { id: `newcomer:${person.id}`, now, platform }, when),
  ]
}

const toColumns = ({ fullName, bio, gender, pronoun, joinReason }: Omit<ProfileForm, 'displayName'>, city: City) => ({
  fullName,
  bio,
  cityId: city.id,
  cityName: city.name,
  cityState: city.state,
  lat: city.lat,
  lng: city.lng,
  timeZone: city.timeZone,
  gender,
  pronoun,
  joinReason,
})

/** `version` is the version that the person edited. If another tab has saved a newer one, nothing changes and this fails. */
export async function saveProfile(
  db: Database,
  now: number,
  userId: string,
  { version, displayName, ...form }: ProfileForm & { version: number },
  city: City,
): Promise<void> {
  const isCurrent = and(eq(profiles.userId, userId), eq(profiles.version, version))
  const when = sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${isCurrent})`
  const { saved } = await runBatch(db, {
    name: setDisplayName(db, userId, { displayName, now }, when),
    words: indexName(userId, displayName, when),
    unindexed: unindexPlace(userId),
    saved: db
      .update(profiles)
      .set({ ...toColumns(form, city), version: sql`${profiles.version} + 1`, updatedAt: now })
      .where(isCurrent),
    indexed: indexPlace(userId),
  })
  if (!saved.changes) throw new AppError('ProfileVersionConflict')
}

/** Writes only this activity, so that two tabs can change different activities at the same time. */
export async function putActivity(db: Database, now: number, userId: string, played: PlayedActivity): Promise<void> {
  const isThisActivity = sql`value->>'activity' = ${played.activity}`
  const playedJson = JSON.stringify(played)
  const { put } = await runBatch(db, {
    unindexed: unindexPlace(userId),
    put: db
      .update(profiles)
      .set({
        updatedAt: now,
        activities: sql`(SELECT json_group_array(json(activity)) FROM (
          SELECT iif(${isThisActivity}, ${playedJson}, value) AS activity FROM json_each(${profiles.activities})
          UNION ALL SELECT ${playedJson} WHERE NOT EXISTS (SELECT 1 FROM json_each(${profiles.activities}) WHERE ${isThisActivity})))`,
      })
      .where(eq(profiles.userId, userId)),
    indexed: indexPlace(userId),
  })
  if (!put.changes) throw new AppError('ProfileMissing')
}

/** The last activity cannot be removed, because nobody could find the person without one. */
export async function removeActivity(db: Database, now: number, userId: string, activity: string): Promise<void> {
  const { removed, remaining } = await runBatch(db, {
    unindexed: unindexPlace(userId),
    removed: db
      .update(profiles)
      .set({
        updatedAt: now,
        activities: sql`(SELECT json_group_array(json(value)) FROM json_each(${profiles.activities}) WHERE value->>'activity' <> ${activity})`,
      })
      .where(and(eq(profiles.userId, userId), sql`json_array_length(${profiles.activities}) > 1`)),
    remaining: select(
      { hasActivity: asBoolean },
      sql`SELECT EXISTS (SELECT 1 FROM ${profiles}, json_each(${profiles.activities}) a
        WHERE ${profiles.userId} = ${userId} AND a.value->>'activity' = ${activity}) AS hasActivity`,
    ),
    indexed: indexPlace(userId),
  })
  if (!removed.changes && remaining.rows[0]?.hasActivity) throw new AppError('LastActivity')
}

/** For a batch that counts games: stores the counts. `counted` selects rows of `userId, played, hosted, attendedInARow`. */
export const storeGameCounts = (counted: SQL): SQL =>
  updateSet(
    profiles,
    { gamesPlayed: sql`c.played`, gamesHosted: sql`c.hosted`, gamesKept: sql`c.attendedInARow` },
    sql`FROM (${counted}) c WHERE ${profiles.userId} = c.userId
      AND (${profiles.gamesPlayed}, ${profiles.gamesHosted}, ${profiles.gamesKept}) IS NOT (c.played, c.hosted, c.attendedInARow)`,
  )
