import { sql } from 'drizzle-orm'
import { titleOf } from '../../domain/events/rules.ts'
import { boundsAround, milesBetween } from '../../domain/geo/distance.ts'
import type { Work } from '../../domain/jobs/contract.ts'
import { addressWords, milesLike, milesNear } from '../../domain/places/rules.ts'
import type { Env } from '../env.ts'
import { isInside } from '../geo/queries.ts'
import { sendOutbox } from '../jobs/commands.ts'
import { findStoredPlace } from '../places/queries.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { JobError } from '../platform/job-error.ts'
import { asIndexed, isShown } from './change-event.ts'
import { indexEvents, unindexEvents } from './index-events.ts'
import { areStill, type Row, rowColumns } from './load-scope.ts'
import { jobsOf, type News, spreadNews } from './news.ts'

const movedAtOnce = 50
const roundsMost = 40

/**
 * What is to come at a place takes over its name, address and spot once they were mended; when it is stays by the clocks people
 * planned by. Anyone may mend a place, so none goes farther with it than a mile, or into another zone: that is a place of its own,
 * and the games stay where their hosts put them. Who comes is told where they would else miss it.
 */
export async function followPlaces(
  { placeId, platform }: Extract<Work, { kind: 'place-mended' }>,
  { env, db, now }: { env: Env; db: Database; now: number },
): Promise<void> {
  for (let round = 0; round < roundsMost; round++) {
    const place = await findStoredPlace(db, placeId)
    if (!place) return
    const { name, lat, lng } = place
    const address = addressWords(place)
    const [found] = await runBatch<Row>(db, [
      sql`SELECT ${rowColumns} FROM events e WHERE e.place_id = ${placeId} AND e.starts_at > ${now} AND +e.state <> 'cancelled'
          AND e.time_zone = ${place.timeZone} AND ${isInside(boundsAround(place, milesLike), sql`e`)}
          AND (e.place_name <> ${name} OR e.address <> ${address} OR e.lat <> ${lat} OR e.lng <> ${lng})
        ORDER BY e.starts_at, e.id LIMIT ${movedAtOnce}`,
    ])
    const rows = found?.results ?? []
    if (rows.length === 0) return
    const after = rows.map((row) => ({ ...row, placeName: name, address, lat, lng, title: titleAfter(row, name) }))
    const news: News[] = rows
      .filter((row) => row.state === 'published' && milesBetween(row, place) > milesNear)
      .map((row) => ({ what: 'changed', eventId: row.id, fact: String(row.version + 1) }))
    await runBatch(db, [
      sql`UPDATE events SET place_name = ${name}, address = ${address}, lat = ${lat}, lng = ${lng}, title = moved.value->>'title',
          version = version + 1, updated_at = ${now}
        FROM json_each(${JSON.stringify(after)}) moved WHERE events.id = moved.value->>'id' AND ${areStill(rows)}`,
      // D1 cannot ask and stop: where a host changed one meanwhile, this takes back the whole batch, and the job is tried again.
      sql`UPDATE events SET title = NULL WHERE id = ${rows[0]?.id} AND changes() = 0`,
      spreadNews(news, { now, platform }),
      ...unindexEvents(rows.filter(isShown).map(asIndexed)),
      ...indexEvents(after.filter(isShown).map(asIndexed)),
    ])
    await sendOutbox(db, env, jobsOf(news))
    if (rows.length < movedAtOnce) return
  }
  throw new JobError('more games than one run moves', { permanent: false })
}

/** A game without a title of its own is called after where it is. */
function titleAfter({ title, activity, placeName }: Row, name: string): string {
  const called = (where: string) => titleOf({ title: '', activity, where: { name: where } } as Parameters<typeof titleOf>[0])
  return title === called(placeName) ? called(name) : title
}
