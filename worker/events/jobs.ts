import { sql } from 'drizzle-orm'
import { tellNews } from '../../domain/events/tidings.ts'
import type { Work } from '../../domain/jobs/contract.ts'
import type { Env } from '../env.ts'
import { sendOutbox } from '../jobs/commands.ts'
import { tell } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { expireAllOffers, listEventsToOffer, offerSeats } from './offers.ts'
import { tellSubscribers } from './tell-subscribers.ts'

type EventNews = Extract<Work, { kind: 'event-news' }>
type Facts = {
  title: string
  state: string
  startsAt: number
  timeZone: string
  placeName: string
  cancelReason: string
  version: number
  creatorId: string | null
  update: string | null
  authorId: string | null
}

/** As many people as one message tells. */
const toldAtOnce = 500
const pagesMost = 10

/** Has all who come told of it. The event and who comes are read now: what no longer holds is told to nobody. */
export async function deliverNews(
  { what, eventId, fact, platform }: EventNews,
  { env, db, now }: { env: Env; db: Database; now: number },
): Promise<void> {
  if (what === 'published') return tellSubscribers(eventId, { env, db, now, platform })
  const [found] = await runBatch<Facts>(db, [
    sql`SELECT e.title, e.state, e.starts_at AS startsAt, e.time_zone AS timeZone, e.place_name AS placeName, e.cancel_reason AS cancelReason,
        e.version, e.creator_id AS creatorId, u.text AS "update", u.author_id AS authorId
      FROM events e LEFT JOIN event_updates u ON u.id = ${fact} AND u.event_id = e.id WHERE e.id = ${eventId}`,
  ])
  const facts = found?.results[0]
  if (!facts) return
  const words = tellNews({ ...facts, what, eventId, fact, now })
  if (!words) return
  let after = ''
  for (let page = 0; page < pagesMost; page++) {
    const [people] = await runBatch<{ id: string }>(db, [
      sql`SELECT user_id AS id FROM joiners WHERE event_id = ${eventId} AND user_id > ${after}
        AND state IN (SELECT value FROM json_each(${JSON.stringify(words.states)})) AND NOT (is_no_show AND ${what} = 'howWasIt') ORDER BY user_id LIMIT ${toldAtOnce}`,
    ])
    const to = (people?.results ?? []).map(({ id }) => id)
    if (to.length === 0) return
    after = to.at(-1) ?? ''
    const id = `${words.tidings.key}:${page}`
    await runBatch(db, [tell({ ...words.tidings, to }, { id, now, platform }, sql`NOT EXISTS (SELECT 1 FROM outbox WHERE id = ${id})`)])
    await sendOutbox(db, env, [id])
  }
}

const offeredAMinute = 50
const expiredAMinute = 500

/** The minute's chore: offers that ran out go on, and seats that came free at night are offered in the morning. */
export async function offerFreeSeats(db: Database, env: Env, now: number, newId: () => string): Promise<void> {
  await expireAllOffers(db, now, expiredAMinute)
  for (const eventId of await listEventsToOffer(db, now, offeredAMinute)) {
    const jobs = await offerSeats(db, { now, newId }, eventId)
    await sendOutbox(db, env, jobs)
  }
}
