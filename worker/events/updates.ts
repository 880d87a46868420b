import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventUpdate } from '../../domain/events/manage-contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from '../accounts/shared.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { eventUpdates } from './schema.ts'

const updatesShown = 50

/** What the hosts wrote to all who come, the last first. Authors whom a block keeps apart from the viewer are left out. */
export function selectUpdates(db: Database, eventId: string, viewerId: string) {
  const author = alias(people, 'author')
  return db
    .select({
      id: eventUpdates.id,
      text: eventUpdates.text,
      createdAt: eventUpdates.createdAt,
      authorId: sql<string | null>`${author.id}`.as('authorId'),
      name: author.displayName,
      photoKey: author.photoKey,
    })
    .from(eventUpdates)
    .leftJoin(author, and(eq(author.id, eventUpdates.authorId), isNull(author.deletedAt), nobodyBlocked(viewerId, author.id)))
    .where(eq(eventUpdates.eventId, eventId))
    .orderBy(desc(eventUpdates.createdAt), desc(eventUpdates.id))
    .limit(updatesShown)
}

type Row = Omit<EventUpdate, 'author'> & { authorId: string | null; name: string | null; photoKey: string | null }

export const toUpdate = ({ authorId, name, photoKey, ...update }: Row): EventUpdate => ({
  ...update,
  author: authorId === null ? null : makeFace(authorId, name, photoKey),
})
