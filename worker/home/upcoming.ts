import { sql } from 'drizzle-orm'
import { type HomeUpcoming, homeListMost } from '../../domain/home/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { selectJoiners } from '../events/find-event.ts'
import { type CardRow, selectMyEvents, toCard } from '../events/queries.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

/** So many faces tell who comes; the rest is a number on the card. */
const facesLookedAt = 6

type Row = CardRow & { people: string }

/** In one statement, so that the faces wait for nothing. What was called off is no next game any more. */
export async function findUpcoming(db: Database, userId: string, now: number): Promise<HomeUpcoming> {
  const [found] = await runBatch<Row>(db, [
    sql`WITH mine AS MATERIALIZED (${selectMyEvents(userId, { when: 'upcoming', now, size: homeListMost * 2 })}),
      shown AS MATERIALIZED (SELECT * FROM mine WHERE state = 'published' ORDER BY startsAt, id LIMIT ${homeListMost}),
      next AS MATERIALIZED (SELECT id FROM shown ORDER BY startsAt, id LIMIT 1),
      people AS MATERIALIZED (SELECT json_group_array(json_object('id', id, 'name', name, 'photoKey', photoKey)) AS list
        FROM (${selectJoiners(userId, sql`(SELECT id FROM next)`, facesLookedAt)}) WHERE id IS NOT NULL AND id <> ${userId})
      SELECT shown.*, (SELECT list FROM people) AS people FROM shown ORDER BY startsAt, id`,
  ])
  const rows = found?.results ?? []
  const people = JSON.parse(rows[0]?.people ?? '[]') as { id: string; name: string | null; photoKey: string | null }[]
  return {
    events: rows.map(({ people: _, ...row }) => toCard(row)),
    faces: people.map(({ id, name, photoKey }) => makeFace(id, name, photoKey)),
  }
}
