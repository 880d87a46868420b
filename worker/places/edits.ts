import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import type { PlaceEdit, PlaceEditPage } from '../../domain/places/contract.ts'
import { editedFields, placeEditPageSize } from '../../domain/places/kinds.ts'
import type { Changes } from '../../domain/places/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { isPlace, isShownTo } from './queries.ts'
import { placeEdits, places } from './schema.ts'

const maxEditsRead = 200
const p = alias(places, 'p')

/** Selects the `key` of photos that a user may delete: photos they added, or all photos if they added the place. */
export const selectOwnPhotos = (placeId: string, userId: string | null): SQL => {
  const { editorId, changes, version } = placeEdits
  return sql`SELECT photo.value AS key FROM ${places} ${p}, json_each(${p.photos}) photo
    WHERE ${p.id} = ${placeId} AND (${p.creatorId} = ${userId} OR EXISTS (
      SELECT 1 FROM (SELECT ${editorId} AS editor, ${changes} AS changes FROM ${placeEdits}
        WHERE ${placeEdits.placeId} = ${placeId} ORDER BY ${version} DESC LIMIT ${maxEditsRead})
      -- An edit lists all photos before and after it. The user added those that are only in the second list.
      WHERE editor = ${userId} AND photo.value IN (SELECT value FROM json_each(changes, '$.photos[1]'))
        AND photo.value NOT IN (SELECT value FROM json_each(changes, '$.photos[0]'))))`
}

const VersionCursor = v.tuple([v.number()])

const listFields = (changes: Changes): PlaceEdit['changes'] =>
  editedFields.flatMap((field) => {
    const change = changes[field]
    return change ? [{ field, before: change[0], after: change[1] }] : []
  })

/** The edit history of a place, newest first. Null if the place does not exist. */
export async function listEdits(
  db: Database,
  viewerId: string | null,
  placeId: string,
  cursor: string | undefined,
): Promise<PlaceEditPage | null> {
  const after = readCursor(VersionCursor, cursor)
  const { version, changes, createdAt, editorId } = placeEdits
  const { place, edits } = await runBatch(db, {
    place: db.select({ id: places.id }).from(places).where(isPlace(placeId)),
    edits: db
      .select({ version, changes, createdAt, editor: faceColumns })
      .from(placeEdits)
      .leftJoin(people, and(eq(people.id, editorId), isNull(people.deletedAt), isShownTo(viewerId, editorId)))
      .where(and(eq(placeEdits.placeId, placeId), after ? lt(version, after[0]) : undefined))
      .orderBy(desc(version))
      .limit(placeEditPageSize + 1),
  })
  if (place.rows.length === 0) return null
  const { page, next } = cutPage(edits.rows, placeEditPageSize, (edit) => [edit.version])
  return {
    edits: page.map((edit) => ({
      version: edit.version,
      createdAt: edit.createdAt,
      editor: edit.editor && toFace(edit.editor),
      changes: listFields(edit.changes),
    })),
    next,
  }
}
