import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventUpdate } from '../../domain/events/manage-contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from '../accounts/shared.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { eventUpdates } from './schema.ts'

const maxUpdatesShown = 50

/** Selects the messages of the hosts, the latest first. If there is a block between an author and the viewer, the name is left out. */
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
    .leftJoin(author, and(eq(author.id, eventUpdates.authorId), isNull(author.deletedAt), hasNoBlock(viewerId, author.id)))
    .where(eq(eventUpdates.eventId, eventId))
    .orderBy(desc(eventUpdates.createdAt), desc(eventUpdates.id))
    .limit(maxUpdatesShown)
}

type Row = Omit<EventUpdate, 'author'> & { authorId: string | null; name: string | null; photoKey: string | null }

export const toUpdate = ({ authorId, name, photoKey, ...update }: Row): EventUpdate => ({
  ...update,
  author: authorId === null ? null : makeFace(authorId, name, photoKey),
})
