import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import type { PlaceEdit, PlaceEditPage } from '../../domain/places/contract.ts'
import { editedFields, placeEditPageSize } from '../../domain/places/kinds.ts'
import type { Changes } from '../../domain/places/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asJson, asNumber, asOneOf, select } from '../platform/row-query.ts'
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

export const listFields = (changes: Changes): PlaceEdit['changes'] =>
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
  const { version, changes, createdAt, editorId, confirmerId } = placeEdits
  const confirmer = alias(people, 'confirmer')
  const confirmerFace = {
    id: sql<string | null>`${confirmer.id}`.as('confirmerId'),
    name: sql<string | null>`${confirmer.displayName}`.as('confirmerName'),
    photoKey: sql<string | null>`${confirmer.photoKey}`.as('confirmerPhotoKey'),
  }
  const { place, edits } = await runBatch(db, {
    place: db.select({ id: places.id }).from(places).where(isPlace(placeId)),
    edits: db
      .select({ version, changes, createdAt, editor: faceColumns, confirmer: confirmerFace })
      .from(placeEdits)
      .leftJoin(people, and(eq(people.id, editorId), isNull(people.deletedAt), isShownTo(viewerId, editorId)))
      .leftJoin(confirmer, and(eq(confirmer.id, confirmerId), isNull(confirmer.deletedAt), isShownTo(viewerId, confirmerId)))
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
      confirmer: edit.confirmer.id === null ? null : toFace({ ...edit.confirmer, id: edit.confirmer.id }),
      changes: listFields(edit.changes),
    })),
    next,
  }
}

/** Fields that do not go back with an older version: deleted photos are gone, and the time zone follows from the location. */
const keptFields = ['photos', 'timeZone', 'isDeleted']

/** What must change to bring the fields of a place back to this version: { field: [now, then] }. */
export async function listChangesBack(db: Database, placeId: string, version: number): Promise<Changes> {
  // For each field, the first edit after the version has its old value.
  const rows = await readAll(
    db,
    select(
      { field: asOneOf(editedFields), change: asJson<[before: unknown, after: unknown]>(), firstVersion: asNumber },
      sql`SELECT field.key AS field, field.value AS change, min(${placeEdits.version}) AS firstVersion
        FROM ${placeEdits}, json_each(${placeEdits.changes}) field
        WHERE ${placeEdits.placeId} = ${placeId} AND ${placeEdits.version} > ${version} AND NOT ${inList(sql`field.key`, keptFields)}
        GROUP BY field.key`,
    ),
  )
  return Object.fromEntries(rows.map(({ field, change: [before, after] }) => [field, [after, before]]))
}
