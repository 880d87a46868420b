import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type BlockPeople, blocksMost, type ChangePrivacy, type PrivacySwitches } from '../../domain/privacy/contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { ownListItems } from '../user-lists/queries.ts'
import { forgetPairs } from './forget-pair.ts'
import { isOnBlocklist, personNotFound } from './reach.ts'

type StoredSwitches = Record<keyof PrivacySwitches, number>

/** Changes only what is named, in one statement: two tabs that toggle different switches keep both. */
export async function changePrivacy(db: Database, now: number, userId: string, changes: ChangePrivacy): Promise<PrivacySwitches> {
  const asked = (name: keyof PrivacySwitches) => (changes[name] === undefined ? null : Number(changes[name]))
  const [messages, badges, online, games] = [
    asked('messagesFromAnyone'),
    asked('publicBadges'),
    asked('publicOnlineStatus'),
    asked('publicUpcomingGames'),
  ]
  const [saved] = await runBatch<StoredSwitches>(db, [
    sql`INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
      VALUES (${userId}, coalesce(${messages}, 0), coalesce(${badges}, 0), coalesce(${online}, 0), coalesce(${games}, 0), ${now})
      ON CONFLICT (user_id) DO UPDATE SET updated_at = ${now},
        messages_from_anyone = coalesce(${messages}, messages_from_anyone), public_badges = coalesce(${badges}, public_badges),
        public_online_status = coalesce(${online}, public_online_status), public_upcoming_games = coalesce(${games}, public_upcoming_games)
      RETURNING messages_from_anyone AS messagesFromAnyone, public_badges AS publicBadges,
        public_online_status AS publicOnlineStatus, public_upcoming_games AS publicUpcomingGames`,
  ])
  const row = saved?.results[0]
  if (!row) throw new Error('The switches were not saved')
  return {
    messagesFromAnyone: row.messagesFromAnyone === 1,
    publicBadges: row.publicBadges === 1,
    publicOnlineStatus: row.publicOnlineStatus === 1,
    publicUpcomingGames: row.publicUpcomingGames === 1,
  }
}

type Facts = { valid: number; fresh: number; room: number }

/**
 * Blocks people and answers how many of them were not blocked before. Nobody is told.
 *
 * A person known by name has a row with their id. An address has a row with the address, whose `blocked_id` is the
 * account behind it, or null while there is none and while a row by name holds the same person: so the answer, the
 * blocklist and what can be blocked again depend on nothing but what the blocker knew.
 */
export async function blockPeople(db: Database, { now, newId }: Clock, userId: string, input: BlockPeople): Promise<number> {
  if (input.userIds.includes(userId)) throw new AppError('CannotBlockYourself')
  const asked = JSON.stringify([
    ...[...new Set(input.userIds)].map((personId) => ({ id: newId(), personId })),
    ...[...new Set(input.listItemIds)].map((itemId) => ({ id: newId(), itemId })),
  ])
  const items = ownListItems(userId)
  const wanted = sql`
    SELECT a.value->>'id' AS id, u.id AS person_id, NULL AS email, NULL AS email_key
    FROM json_each(${asked}) a CROSS JOIN users u ON u.id = a.value->>'personId' WHERE u.id <> ${userId}
    UNION ALL SELECT a.value->>'id', i.user_id, i.email, i.email_key
    FROM json_each(${asked}) a CROSS JOIN (${items}) i ON i.id = a.value->>'itemId' WHERE i.user_id IS NOT ${userId}
      AND i.email_key IS NOT (SELECT email_key FROM users WHERE id = ${userId})`
  const known = isOnBlocklist(userId, { personId: sql`w.person_id`, emailKey: sql`w.email_key` })
  const fresh = sql`SELECT w.* FROM (${wanted}) w WHERE NOT ${known}`
  const room = sql`(${blocksMost} - (SELECT count(*) FROM blocks WHERE blocker_id = ${userId}))`
  const fits = sql`(SELECT count(*) FROM (${fresh})) <= ${room}`
  const byName = sql`SELECT person_id FROM (${fresh}) WHERE person_id IS NOT NULL`
  const made = sql`SELECT blocker_id, blocked_id FROM blocks
    WHERE id IN (SELECT value->>'id' FROM json_each(${asked})) AND blocked_id IS NOT NULL`
  const [met, , names, addresses] = await runBatch(db, [
    sql`SELECT (SELECT count(*) FROM (${wanted})) AS valid, (SELECT count(*) FROM (${fresh})) AS fresh, ${room} AS room`,
    // A row by address gives the person up to the row by name that is made now.
    sql`UPDATE blocks SET blocked_id = NULL
      WHERE blocker_id = ${userId} AND email_key IS NOT NULL AND blocked_id IN (${byName}) AND ${fits}`,
    sql`INSERT INTO blocks (id, blocker_id, blocked_id, created_at)
      SELECT id, ${userId}, person_id, ${now} FROM (${fresh}) WHERE person_id IS NOT NULL AND ${fits}
      ON CONFLICT DO NOTHING`,
    sql`INSERT INTO blocks (id, blocker_id, blocked_id, email, email_key, created_at)
      SELECT f.id, ${userId}, ${accountToHold(userId, sql`f.email_key`)}, f.email, f.email_key, ${now}
      FROM (${fresh}) f WHERE f.email_key IS NOT NULL AND ${fits}
      ON CONFLICT DO NOTHING`,
    ...forgetPairs(made),
  ])
  const blocked = (names?.meta.changes ?? 0) + (addresses?.meta.changes ?? 0)
  if (blocked === 0) throw refuseBlock(met?.results[0] as Facts | undefined)
  return blocked
}

/** The account behind an address, unless a row of the blocker holds it already. */
const accountToHold = (blocker: SQL | string, emailKey: SQL) => sql`
  (SELECT u.id FROM users u WHERE u.email_key = ${emailKey} AND u.deleted_at IS NULL AND u.id <> ${blocker}
    AND NOT EXISTS (SELECT 1 FROM blocks held WHERE held.blocker_id = ${blocker} AND held.blocked_id = u.id))`

function refuseBlock(facts: Facts | undefined): AppError {
  if (!facts || facts.valid === 0) return personNotFound()
  if (facts.fresh > facts.room) return new AppError('BlocklistFull', { values: { max: blocksMost } })
  return new AppError('PersonAlreadyBlocked')
}

/** What was between the two stays ended. A person who is also blocked by address stays blocked. */
export async function unblock(db: Database, userId: string, blockId: string): Promise<void> {
  const [gone] = await runBatch(db, [
    sql`DELETE FROM blocks WHERE id = ${blockId} AND blocker_id = ${userId}`,
    sql`UPDATE blocks SET blocked_id = ${accountToHold(userId, sql`blocks.email_key`)}
      WHERE blocker_id = ${userId} AND blocked_id IS NULL`,
  ])
  if (gone?.meta.changes === 0) throw new AppError('NotFound')
}

/**
 * For the batch in which a person comes to an address, by signing up or by changing it: whoever blocked that address
 * has blocked them from then on. Stands after the statement that sets the address, and does nothing where that did not.
 */
export const claimWaitingBlocks = (userId: string, emailKey: string): SQL[] => [
  sql`UPDATE blocks SET blocked_id = ${userId}
    WHERE email_key = ${emailKey} AND blocker_id <> ${userId}
      AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND email_key = ${emailKey})
      AND (blocked_id IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = blocks.blocked_id AND deleted_at IS NOT NULL))
      AND NOT EXISTS (SELECT 1 FROM blocks held WHERE held.blocker_id = blocks.blocker_id AND held.blocked_id = ${userId})`,
  ...forgetPairs(sql`SELECT blocker_id, blocked_id FROM blocks WHERE email_key = ${emailKey} AND blocked_id = ${userId}`),
]
