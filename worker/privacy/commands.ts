import { and, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { type BlockPeople, type ChangePrivacy, maxBlocks, type PrivacySwitches } from '../../domain/privacy/contract.ts'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { people } from '../accounts/shared.ts'
import { leaveConversationsBetween } from '../messages/leave-after-block.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { judgeAllAgain, judgePairsAgain } from '../presence/judge-again.ts'
import { selectOwnListItems } from '../user-lists/queries.ts'
import { switches } from './queries.ts'
import { isOnBlocklist, personNotFound } from './reach.ts'
import { blocks, privacySettings } from './schema.ts'
import { unlinkPairs } from './unlink-pairs.ts'

/** Changes only the given switches, in one statement, so that two tabs can change different switches at the same time. */
export async function changePrivacy(db: Database, now: number, userId: string, changes: ChangePrivacy): Promise<PrivacySwitches> {
  const {
    messagesFromAnyone = false,
    publicBadges = false,
    publicOnlineStatus = false,
    publicUpcomingGames = false,
    publicHours = false,
    publicLinkPreview = false,
  } = changes
  const { saved } = await runBatch(db, {
    saved: db
      .insert(privacySettings)
      .values({
        userId,
        messagesFromAnyone,
        publicBadges,
        publicOnlineStatus,
        publicUpcomingGames,
        publicHours,
        publicLinkPreview,
        updatedAt: now,
      })
      .onConflictDoUpdate({ target: privacySettings.userId, set: { ...changes, updatedAt: now } })
      .returning(switches),
    ...(changes.publicOnlineStatus === undefined ? {} : { judged: judgeAllAgain(userId, now) }),
  })
  const [row] = saved.rows
  if (!row) throw new Error('The switches were not saved')
  return row
}

/** How many of the chosen entries may be blocked, how many of them are not blocked yet, and how many more blocks are allowed. */
type BlockFacts = { validCount: number; newCount: number; maxNewCount: number }

/**
 * Blocks people and returns how many of them were not blocked before. Nobody is notified.
 *
 * A person blocked by name has a row with their id. An email has a row with the email. Its `blockedId` is the account with
 * that email; it is null while there is no such account, and while a row by name already blocks the same person. So the
 * response and the blocklist depend only on what the blocker knows, and never reveal whose email it is.
 */
export async function blockPeople(db: Database, { now, newId }: Clock, userId: string, input: BlockPeople): Promise<number> {
  if (input.userIds.includes(userId)) throw new AppError('CannotBlockYourself')
  const chosen = JSON.stringify([
    ...[...new Set(input.userIds)].map((personId) => ({ id: newId(), personId })),
    ...[...new Set(input.listItemIds)].map((itemId) => ({ id: newId(), itemId })),
  ])
  const chosenEntries = sql`
    SELECT a.value->>'id' AS id, ${people.id} AS personId, NULL AS email, NULL AS emailKey
    FROM json_each(${chosen}) a CROSS JOIN ${people} ON ${people.id} = a.value->>'personId' WHERE ${people.id} <> ${userId}
    UNION ALL SELECT a.value->>'id', i.personId, i.email, i.emailKey
    FROM json_each(${chosen}) a CROSS JOIN (${selectOwnListItems(userId)}) i ON i.id = a.value->>'itemId'
    WHERE i.personId IS NOT ${userId} AND i.emailKey IS NOT ${emailKeyOf(userId)}`
  const isAlreadyBlocked = isOnBlocklist(userId, { personId: sql`w.personId`, emailKey: sql`w.emailKey` })
  const newEntries = sql`SELECT w.* FROM (${chosenEntries}) w WHERE NOT ${isAlreadyBlocked}`
  const maxNewCount = sql`(${maxBlocks} - (SELECT count(*) FROM ${blocks} WHERE ${blocks.blockerId} = ${userId}))`
  const hasRoom = sql`(SELECT count(*) FROM (${newEntries})) <= ${maxNewCount}`
  const newPairs = sql`SELECT ${blocks.blockerId} AS blockerId, ${blocks.blockedId} AS blockedId FROM ${blocks}
    WHERE ${blocks.id} IN (SELECT value->>'id' FROM json_each(${chosen})) AND ${blocks.blockedId} IS NOT NULL`
  const { facts, byName, byEmail } = await runBatch(db, {
    facts: select(
      { validCount: asNumber, newCount: asNumber, maxNewCount: asNumber },
      sql`SELECT (SELECT count(*) FROM (${chosenEntries})) AS validCount, (SELECT count(*) FROM (${newEntries})) AS newCount, ${maxNewCount} AS maxNewCount`,
    ),
    // Only one row may refer to a person, so a row by email gives the person up to the new row by name.
    handedOver: db
      .update(blocks)
      .set({ blockedId: null })
      .where(
        and(
          eq(blocks.blockerId, userId),
          isNotNull(blocks.emailKey),
          sql`${blocks.blockedId} IN (SELECT personId FROM (${newEntries}) WHERE personId IS NOT NULL) AND ${hasRoom}`,
        ),
      ),
    byName: insertSelect(
      blocks,
      { id: sql`f.id`, blockerId: userId, blockedId: sql`f.personId`, createdAt: now },
      sql`FROM (${newEntries}) f WHERE f.personId IS NOT NULL AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    byEmail: insertSelect(
      blocks,
      {
        id: sql`f.id`,
        blockerId: userId,
        blockedId: accountToBlock(userId, sql`f.emailKey`),
        email: sql`f.email`,
        emailKey: sql`f.emailKey`,
        createdAt: now,
      },
      sql`FROM (${newEntries}) f WHERE f.emailKey IS NOT NULL AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    unlinked: unlinkPairs(newPairs, now),
  })
  const blockedCount = byName.changes + byEmail.changes
  if (blockedCount === 0) throw refuseBlock(facts.rows[0])
  return blockedCount
}

/** In a statement: whether a row of the blocker already refers to this person. */
const hasBlockOf = (blocker: SQLWrapper | string, person: SQLWrapper | string): SQL => {
  const otherBlock = alias(blocks, 'other_block')
  return sql`EXISTS (SELECT 1 FROM ${blocks} ${otherBlock} WHERE ${otherBlock.blockerId} = ${blocker} AND ${otherBlock.blockedId} = ${person})`
}

/** In a statement: the account with this email, or null if a row of the blocker already refers to it. */
const accountToBlock = (blocker: string, emailKey: SQLWrapper): SQL => sql`
  (SELECT ${people.id} FROM ${people} WHERE ${people.emailKey} = ${emailKey} AND ${people.deletedAt} IS NULL AND ${people.id} <> ${blocker}
    AND NOT ${hasBlockOf(blocker, people.id)})`

function refuseBlock(facts: BlockFacts | undefined): AppError {
  if (!facts || facts.validCount === 0) return personNotFound()
  if (facts.newCount > facts.maxNewCount) return new AppError('BlocklistFull', { values: { max: maxBlocks } })
  return new AppError('PersonAlreadyBlocked')
}

/** Unblocking does not restore follows or connections. A person who is also blocked by email stays blocked. */
export async function unblock(db: Database, userId: string, blockId: string, now: number): Promise<void> {
  const pairs = sql`SELECT ${blocks.blockerId} AS blockerId, ${blocks.blockedId} AS blockedId FROM ${blocks}
    WHERE ${blocks.id} = ${blockId} AND ${blocks.blockerId} = ${userId} AND ${blocks.blockedId} IS NOT NULL`
  const { deleted } = await runBatch(db, {
    readmitted: leaveConversationsBetween(pairs, now),
    judged: judgePairsAgain(pairs, now),
    deleted: db.delete(blocks).where(and(eq(blocks.id, blockId), eq(blocks.blockerId, userId))),
    reassigned: db
      .update(blocks)
      .set({ blockedId: accountToBlock(userId, blocks.emailKey) })
      .where(and(eq(blocks.blockerId, userId), isNull(blocks.blockedId))),
  })
  if (deleted.changes === 0) throw new AppError('NotFound')
}

/**
 * For the batch in which a person gets an email, by signing up or by changing it. Everyone who blocked that email now blocks
 * this person. Put these statements after the one that sets the email; they do nothing if that one changed nothing.
 */
export const applyBlocksByEmail = (userId: string, emailKey: string, now: number): (SQL | MessageInsert)[] => [
  updateSet(
    blocks,
    { blockedId: userId },
    sql`WHERE ${blocks.emailKey} = ${emailKey} AND ${blocks.blockerId} <> ${userId}
      AND EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.emailKey} = ${emailKey})
      AND (${blocks.blockedId} IS NULL
        OR EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${blocks.blockedId} AND ${people.deletedAt} IS NOT NULL))
      AND NOT ${hasBlockOf(blocks.blockerId, userId)}`,
  ),
  ...unlinkPairs(
    sql`SELECT ${blocks.blockerId} AS blockerId, ${blocks.blockedId} AS blockedId FROM ${blocks}
    WHERE ${blocks.emailKey} = ${emailKey} AND ${blocks.blockedId} = ${userId}`,
    now,
  ),
]
