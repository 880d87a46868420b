import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { PlayedActivity, ProfileForm, SetUpProfile } from '../../domain/profiles/contract.ts'
import { areThere } from '../accounts/are-there.ts'
import { setDisplayName } from '../accounts/set-display-name.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { tellOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { claimWaitingBlocks } from '../privacy/commands.ts'
import { storeSwitches } from '../privacy/store-switches.ts'
import { indexName } from './index-name.ts'
import { indexPlace, unindexPlace } from './index-place.ts'
import { profiles } from './schema.ts'

type Person = { id: string; email: string }

type Welcome = { id: string; platform: PlatformId }

/**
 * Makes the profile and lets the person in. With `welcome` they get a mail, and people who play the same near by are told of them.
 * False where there is a profile already.
 */
export async function setUpProfile(
  db: Database,
  now: number,
  person: Person,
  { privacy, activities, displayName, ...form }: SetUpProfile,
  city: City,
  welcome: Welcome | null,
): Promise<boolean> {
  const { id } = person
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.userId} = ${id}) AND ${areThere([id])}`
  const { made } = await runBatch(db, {
    messages: welcome ? tellOfNewcomer(person, displayName, welcome, now, isNew) : [],
    name: setDisplayName(db, id, { displayName, now }, isNew),
    words: indexName(id, displayName, isNew),
    switches: storeSwitches(id, privacy, now, isNew),
    blocks: claimWaitingBlocks(id, canonicalAddress(person.email)),
    made: insertSelect(
      profiles,
      { userId: id, ...columnsFor(form, city), activities, version: 1, createdAt: now, updatedAt: now },
      sql`WHERE ${isNew}`,
    ),
    indexed: indexPlace(id),
  })
  return made.changes > 0
}

/** The mail that welcomes them, and the notice to people near by. */
function tellOfNewcomer(person: Person, username: string, { id, platform }: Welcome, now: number, when: SQL) {
  const mail = { to: person.email, platform, template: { name: 'welcome', data: { username } } } satisfies MailRequest
  return [
    putInOutbox('mail', [{ id, body: mail }], { now, when }),
    tellOf({ kind: 'newcomer', personId: person.id }, { id: `newcomer:${person.id}`, now, platform }, when),
  ]
}

const columnsFor = ({ fullName, bio, gender, pronoun, joinReason }: Omit<ProfileForm, 'displayName'>, city: City) => ({
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

/** `version` is what the person saw: a profile that another tab has changed since then stays as it is. */
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
      .set({ ...columnsFor(form, city), version: sql`${profiles.version} + 1`, updatedAt: now })
      .where(isCurrent),
    indexed: indexPlace(userId),
  })
  if (!saved.changes) throw new AppError('ProfileVersionConflict')
}

/** Each activity is written by itself, so that two tabs do not undo each other. */
export async function putActivity(db: Database, now: number, userId: string, played: PlayedActivity): Promise<void> {
  const isIt = sql`value->>'activity' = ${played.activity}`
  const it = JSON.stringify(played)
  const { put } = await runBatch(db, {
    unindexed: unindexPlace(userId),
    put: db
      .update(profiles)
      .set({
        updatedAt: now,
        activities: sql`(SELECT json_group_array(json(activity)) FROM (
          SELECT iif(${isIt}, ${it}, value) AS activity FROM json_each(${profiles.activities})
          UNION ALL SELECT ${it} WHERE NOT EXISTS (SELECT 1 FROM json_each(${profiles.activities}) WHERE ${isIt})))`,
      })
      .where(eq(profiles.userId, userId)),
    indexed: indexPlace(userId),
  })
  if (!put.changes) throw new AppError('ProfileMissing')
}

/** The last one stays: without any, nobody could find them. */
export async function removeActivity(db: Database, now: number, userId: string, activity: string): Promise<void> {
  const { removed, left } = await runBatch(db, {
    unindexed: unindexPlace(userId),
    removed: db
      .update(profiles)
      .set({
        updatedAt: now,
        activities: sql`(SELECT json_group_array(json(value)) FROM json_each(${profiles.activities}) WHERE value->>'activity' <> ${activity})`,
      })
      .where(and(eq(profiles.userId, userId), sql`json_array_length(${profiles.activities}) > 1`)),
    left: select(
      { isThere: asBoolean },
      sql`SELECT EXISTS (SELECT 1 FROM ${profiles}, json_each(${profiles.activities}) a
        WHERE ${profiles.userId} = ${userId} AND a.value->>'activity' = ${activity}) AS isThere`,
    ),
    indexed: indexPlace(userId),
  })
  if (!removed.changes && left.rows[0]?.isThere) throw new AppError('LastActivity')
}

/** For the batch of whoever counts: rows of `userId, played, hosted, kept`. */
export const keepTallies = (counted: SQL): SQL =>
  updateSet(
    profiles,
    { gamesPlayed: sql`c.played`, gamesHosted: sql`c.hosted`, gamesKept: sql`c.kept` },
    sql`FROM (${counted}) c WHERE ${profiles.userId} = c.userId
      AND (${profiles.gamesPlayed}, ${profiles.gamesHosted}, ${profiles.gamesKept}) IS NOT (c.played, c.hosted, c.kept)`,
  )
