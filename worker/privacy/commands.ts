import { and, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { type BlockPeople, type ChangePrivacy, maxBlocks, type PrivacySwitches } from '../../domain/privacy/contract.ts'
import { emailKeyOf } from '../accounts/name-of.ts'
import { people } from '../accounts/shared.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { ownListItems } from '../user-lists/queries.ts'
import { forgetPairs } from './forget-pair.ts'
import { switches } from './queries.ts'
import { isOnBlocklist, personNotFound } from './reach.ts'
import { blocks, privacySettings } from './schema.ts'

/** Changes only what is named, in one statement: two tabs that toggle different switches keep both. */
export async function changePrivacy(db: Database, now: number, userId: string, changes: ChangePrivacy): Promise<PrivacySwitches> {
  const { messagesFromAnyone = false, publicBadges = false, publicOnlineStatus = false, publicUpcomingGames = false } = changes
  const saved = await readFirst(
    db,
    db
      .insert(privacySettings)
      .values({ userId, messagesFromAnyone, publicBadges, publicOnlineStatus, publicUpcomingGames, updatedAt: now })
      .onConflictDoUpdate({ target: privacySettings.userId, set: { ...changes, updatedAt: now } })
      .returning(switches),
  )
  if (!saved) throw new Error('The switches were not saved')
  return saved
}

type Facts = { valid: number; fresh: number; room: number }

/**
 * Blocks people and returns how many of them were not blocked before. Nobody is told.
 *
 * A person known by name has a row with their id. An address has a row with the address, whose `blockedId` is the
 * account behind it, or null while there is none and while a row by name holds the same person. So the answer, the
 * blocklist and what can be blocked again depend on nothing but what the blocker knew.
 */
export async function blockPeople(db: Database, { now, newId }: Clock, userId: string, input: BlockPeople): Promise<number> {
  if (input.userIds.includes(userId)) throw new AppError('CannotBlockYourself')
  const asked = JSON.stringify([
    ...[...new Set(input.userIds)].map((personId) => ({ id: newId(), personId })),
    ...[...new Set(input.listItemIds)].map((itemId) => ({ id: newId(), itemId })),
  ])
  const wanted = sql`
    SELECT a.value->>'id' AS id, ${people.id} AS personId, NULL AS email, NULL AS emailKey
    FROM json_each(${asked}) a CROSS JOIN ${people} ON ${people.id} = a.value->>'personId' WHERE ${people.id} <> ${userId}
    UNION ALL SELECT a.value->>'id', i.personId, i.email, i.emailKey
    FROM json_each(${asked}) a CROSS JOIN (${ownListItems(userId)}) i ON i.id = a.value->>'itemId'
    WHERE i.personId IS NOT ${userId} AND i.emailKey IS NOT ${emailKeyOf(userId)}`
  const known = isOnBlocklist(userId, { personId: sql`w.personId`, emailKey: sql`w.emailKey` })
  const fresh = sql`SELECT w.* FROM (${wanted}) w WHERE NOT ${known}`
  const room = sql`(${maxBlocks} - (SELECT count(*) FROM ${blocks} WHERE ${blocks.blockerId} = ${userId}))`
  const fits = sql`(SELECT count(*) FROM (${fresh})) <= ${room}`
  const made = sql`SELECT ${blocks.blockerId} AS blockerId, ${blocks.blockedId} AS blockedId FROM ${blocks}
    WHERE ${blocks.id} IN (SELECT value->>'id' FROM json_each(${asked})) AND ${blocks.blockedId} IS NOT NULL`
  const { met, byName, byAddress } = await runBatch(db, {
    met: select(
      { valid: asNumber, fresh: asNumber, room: asNumber },
      sql`SELECT (SELECT count(*) FROM (${wanted})) AS valid, (SELECT count(*) FROM (${fresh})) AS fresh, ${room} AS room`,
    ),
    // A row by address gives the person up to the row by name that is made now.
    givenUp: db
      .update(blocks)
      .set({ blockedId: null })
      .where(
        and(
          eq(blocks.blockerId, userId),
          isNotNull(blocks.emailKey),
          sql`${blocks.blockedId} IN (SELECT personId FROM (${fresh}) WHERE personId IS NOT NULL) AND ${fits}`,
        ),
      ),
    byName: insertSelect(
      blocks,
      { id: sql`f.id`, blockerId: userId, blockedId: sql`f.personId`, createdAt: now },
      sql`FROM (${fresh}) f WHERE f.personId IS NOT NULL AND ${fits} ON CONFLICT DO NOTHING`,
    ),
    byAddress: insertSelect(
      blocks,
      {
        id: sql`f.id`,
        blockerId: userId,
        blockedId: accountToHold(userId, sql`f.emailKey`),
        email: sql`f.email`,
        emailKey: sql`f.emailKey`,
        createdAt: now,
      },
      sql`FROM (${fresh}) f WHERE f.emailKey IS NOT NULL AND ${fits} ON CONFLICT DO NOTHING`,
    ),
    ended: forgetPairs(made),
  })
  const blocked = byName.changes + byAddress.changes
  if (blocked === 0) throw refuseBlock(met.rows[0])
  return blocked
}

/** In a statement: whether a row of the blocker holds this person already. */
const isHeld = (blocker: SQLWrapper | string, person: SQLWrapper | string): SQL => {
  const held = alias(blocks, 'held')
  return sql`EXISTS (SELECT 1 FROM ${blocks} ${held} WHERE ${held.blockerId} = ${blocker} AND ${held.blockedId} = ${person})`
}

/** The account behind an address, unless a row of the blocker holds it already. */
const accountToHold = (blocker: string, emailKey: SQLWrapper): SQL => sql`
  (SELECT ${people.id} FROM ${people} WHERE ${people.emailKey} = ${emailKey} AND ${people.deletedAt} IS NULL AND ${people.id} <> ${blocker}
    AND NOT ${isHeld(blocker, people.id)})`

function refuseBlock(facts: Facts | undefined): AppError {
  if (!facts || facts.valid === 0) return personNotFound()
  if (facts.fresh > facts.room) return new AppError('BlocklistFull', { values: { max: maxBlocks } })
  return new AppError('PersonAlreadyBlocked')
}

/** What was between the two stays ended. A person who is also blocked by address stays blocked. */
export async function unblock(db: Database, userId: string, blockId: string): Promise<void> {
  const { gone } = await runBatch(db, {
    gone: db.delete(blocks).where(and(eq(blocks.id, blockId), eq(blocks.blockerId, userId))),
    held: db
      .update(blocks)
      .set({ blockedId: accountToHold(userId, blocks.emailKey) })
      .where(and(eq(blocks.blockerId, userId), isNull(blocks.blockedId))),
  })
  if (gone.changes === 0) throw new AppError('NotFound')
}

/**
 * For the batch in which a person comes to an address, by signing up or by changing it: whoever blocked that address
 * has blocked them from then on. Put these after the statement that sets the address; they do nothing where that one did not.
 */
export const claimWaitingBlocks = (userId: string, emailKey: string): SQL[] => [
  updateSet(
    blocks,
    { blockedId: userId },
    sql`WHERE ${blocks.emailKey} = ${emailKey} AND ${blocks.blockerId} <> ${userId}
      AND EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.emailKey} = ${emailKey})
      AND (${blocks.blockedId} IS NULL
        OR EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${blocks.blockedId} AND ${people.deletedAt} IS NOT NULL))
      AND NOT ${isHeld(blocks.blockerId, userId)}`,
  ),
  ...forgetPairs(sql`SELECT ${blocks.blockerId} AS blockerId, ${blocks.blockedId} AS blockedId FROM ${blocks}
    WHERE ${blocks.emailKey} = ${emailKey} AND ${blocks.blockedId} = ${userId}`),
]
