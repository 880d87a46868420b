import { type SQL, sql } from 'drizzle-orm'
import type { EventUpdate } from '../../domain/events/manage-contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

const updatesShown = 50

/** What the hosts had to say, the last first. Whom a block stands between is nobody's author. */
export const selectUpdates = (eventId: string, viewerId: string): SQL => sql`
  SELECT n.id, n.text, n.created_at AS createdAt, u.id AS authorId, u.display_name AS displayName, u.photo_key AS photoKey
  FROM event_updates n LEFT JOIN users u ON u.id = n.author_id AND u.deleted_at IS NULL AND ${nobodyBlocked(viewerId, sql`u.id`)} WHERE n.event_id = ${eventId}
  ORDER BY n.created_at DESC, n.id DESC LIMIT ${updatesShown}`

type Row = Omit<EventUpdate, 'author'> & { authorId: string | null; displayName: string | null; photoKey: string | null }

export const readUpdates = (result: D1Result | undefined): EventUpdate[] =>
  ((result?.results ?? []) as Row[]).map(({ authorId, displayName, photoKey, ...update }) => ({
    ...update,
    author: authorId === null ? null : makeFace(authorId, displayName, photoKey),
  }))
