import { eq, sql } from 'drizzle-orm'
import { type BlockEntry, type BlockPage, nothingPublic, type PrivacySwitches } from '../../domain/privacy/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { isThere } from './reach.ts'
import { privacySettings } from './schema.ts'

const switches = {
  messagesFromAnyone: privacySettings.messagesFromAnyone,
  publicBadges: privacySettings.publicBadges,
  publicOnlineStatus: privacySettings.publicOnlineStatus,
  publicUpcomingGames: privacySettings.publicUpcomingGames,
}

export async function findSwitches(db: Database, userId: string): Promise<PrivacySwitches> {
  const [row] = await db.select(switches).from(privacySettings).where(eq(privacySettings.userId, userId))
  return row ?? nothingPublic
}

const blockPageSize = 30

type Row = {
  id: string
  personId: string | null
  email: string | null
  displayName: string | null
  photoKey: string | null
  blockedAt: number
}

/**
 * Whom I blocked, the last first. An entry made by address shows the address and nothing else; a person who is gone
 * and one who blocked me look alike. The account is joined for its name: who is blocked is in no list of faces.
 */
export async function listBlocks(db: Database, userId: string, cursor: string | undefined): Promise<BlockPage> {
  const before = readCursor(TimeCursor, cursor)
  const [found] = await runBatch<Row>(db, [
    sql`SELECT b.id, b.email, b.created_at AS blockedAt, u.id AS personId, u.display_name AS displayName, u.photo_key AS photoKey
      FROM blocks b LEFT JOIN users u ON u.id = b.blocked_id AND b.email_key IS NULL AND ${isThere(userId, sql`u`)}
      WHERE b.blocker_id = ${userId} ${before ? sql`AND (b.created_at, b.id) < (${before[0]}, ${before[1]})` : sql``}
      ORDER BY b.created_at DESC, b.id DESC LIMIT ${blockPageSize + 1}`,
  ])
  const { page, next } = cutPage(found?.results ?? [], blockPageSize, ({ blockedAt, id }) => [blockedAt, id])
  return { blocklist: page.map(asEntry), next }
}

function asEntry({ id, personId, email, displayName, photoKey, blockedAt }: Row): BlockEntry {
  if (email !== null) return { id, userId: null, email, name: email, pictureUrl: null, blockedAt }
  const { name, pictureUrl } = makeFace(personId ?? id, displayName, photoKey)
  return { id, userId: personId, email: null, name, pictureUrl, blockedAt }
}
