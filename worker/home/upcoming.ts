import { sql } from 'drizzle-orm'
import { type HomeUpcoming, maxHomeList } from '../../domain/home/contract.ts'
import { toFace } from '../accounts/faces.ts'
import { selectJoiners } from '../events/find-event.ts'
import { cardFields, fromMyEvents, toCard } from '../events/queries.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asJson, select, selectFields } from '../platform/row-query.ts'

/** The card shows this many faces at most, and a number for the others. */
const maxFaces = 6

/** One statement returns both the games and the faces, to save a round trip. Cancelled games are left out. */
export async function findUpcoming(db: Database, userId: string, now: number): Promise<HomeUpcoming> {
  const fields = cardFields(userId)
  const mine = selectFields(fields, fromMyEvents(userId, { when: 'upcoming', now, size: maxHomeList * 2 }))
  const rows = await readAll(
    db,
    select(
      { ...fields, faces: asJson<Parameters<typeof toFace>[0][]>() },
      sql`WITH mine AS MATERIALIZED (${mine.query}),
      shown AS MATERIALIZED (SELECT * FROM mine WHERE state = 'published' ORDER BY startsAt, id LIMIT ${maxHomeList}),
      next AS MATERIALIZED (SELECT id FROM shown ORDER BY startsAt, id LIMIT 1),
      people AS MATERIALIZED (SELECT json_group_array(json_object('id', id, 'name', name, 'photoKey', photoKey)) AS list
        FROM (${selectJoiners(userId, sql`(SELECT id FROM next)`, { limit: maxFaces }).query}) WHERE id IS NOT NULL AND id <> ${userId})
      SELECT shown.*, (SELECT list FROM people) AS faces FROM shown ORDER BY startsAt, id`,
    ),
  )
  return { events: rows.map(({ faces: _, ...row }) => toCard(row)), faces: (rows[0]?.faces ?? []).map(toFace) }
}
