import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type BlockEntry, type BlockPage, defaultPrivacy, type PrivacySwitches } from '../../domain/privacy/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { isVisibleTo } from './reach.ts'
import { blocks, privacySettings } from './schema.ts'

export const switches = {
  messagesFromAnyone: privacySettings.messagesFromAnyone,
  publicBadges: privacySettings.publicBadges,
  publicOnlineStatus: privacySettings.publicOnlineStatus,
  publicUpcomingGames: privacySettings.publicUpcomingGames,
  publicHours: privacySettings.publicHours,
  publicLinkPreview: privacySettings.publicLinkPreview,
}

export async function findSwitches(db: Database, userId: string): Promise<PrivacySwitches> {
  const row = await readFirst(db, db.select(switches).from(privacySettings).where(eq(privacySettings.userId, userId)))
  return row ?? defaultPrivacy
}

const blockPageSize = 30

type Row = {
  id: string
  personId: string | null
  email: string | null
  name: string | null
  photoKey: string | null
  blockedAt: number
}

/**
 * The people the user blocked, newest first. An entry by email shows only the email. A deleted account looks the same as a
 * person who blocked the user. The name is joined here, because the usual lists of people leave out blocked people.
 */
export async function listBlocks(db: Database, userId: string, cursor: string | undefined): Promise<BlockPage> {
  const before = readCursor(TimeCursor, cursor)
  const rows = await readAll(
    db,
    db
      .select({
        id: blocks.id,
        email: blocks.email,
        blockedAt: blocks.createdAt,
        personId: sql<string | null>`${people.id}`.as('personId'),
        name: people.displayName,
        photoKey: people.photoKey,
      })
      .from(blocks)
      .leftJoin(people, and(eq(people.id, blocks.blockedId), isNull(blocks.emailKey), isVisibleTo(userId, people)))
      .where(
        and(eq(blocks.blockerId, userId), before ? sql`(${blocks.createdAt}, ${blocks.id}) < (${before[0]}, ${before[1]})` : undefined),
      )
      .orderBy(desc(blocks.createdAt), desc(blocks.id))
      .limit(blockPageSize + 1),
  )
  const { page, next } = cutPage(rows, blockPageSize, ({ blockedAt, id }) => [blockedAt, id])
  return { blocklist: page.map(toEntry), next }
}

function toEntry({ id, personId, email, name, photoKey, blockedAt }: Row): BlockEntry {
  if (email !== null) return { id, userId: null, email, name: email, pictureUrl: null, blockedAt }
  const face = makeFace(personId ?? id, name, photoKey)
  return { id, userId: personId, email: null, name: face.name, pictureUrl: face.pictureUrl, blockedAt }
}
