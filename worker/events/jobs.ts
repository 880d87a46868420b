import { sql } from 'drizzle-orm'
import { tellNews } from '../../domain/events/tidings.ts'
import type { Work } from '../../domain/jobs/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { Env } from '../env.ts'
import { putEachInOutbox, sendOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { expireAllOffers, listEventsToOffer, offerSeats, withNotices } from './offers.ts'
import { tellSubscribers } from './tell-subscribers.ts'

type EventNews = Extract<Work, { kind: 'event-news' }>
type Facts = {
  eventId: string
  fact: string
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
type Context = { env: Env; db: Database; now: number }

/** As many people as one round tells. */
const toldAtOnce = 500
const roundsMost = 10

/** Has all who come told of it. */
export async function deliverNews({ what, eventId, fact, platform }: EventNews, context: Context): Promise<void> {
  if (what === 'published') return tellSubscribers(eventId, { ...context, platform })
  await tellPlayers({ what, platform }, [{ eventId, fact }], context)
}

type Told = { what: Exclude<EventNews['what'], 'published'>; platform?: PlatformId | undefined }

/** The events and who comes are read now: what no longer holds is told to nobody. However many events, it takes a few statements. */
export async function tellPlayers(
  { what, platform }: Told,
  events: readonly { eventId: string; fact: string }[],
  { env, db, now }: Context,
): Promise<void> {
  const [found] = await runBatch<Facts>(db, [
    sql`SELECT e.id AS eventId, told.value->>'fact' AS fact, e.title, e.state, e.starts_at AS startsAt, e.time_zone AS timeZone,
        e.place_name AS placeName, e.cancel_reason AS cancelReason, e.version, e.creator_id AS creatorId, u.text AS "update", u.author_id AS authorId
      FROM json_each(${JSON.stringify(events)}) told CROSS JOIN events e ON e.id = told.value->>'eventId'
        LEFT JOIN event_updates u ON u.id = told.value->>'fact' AND u.event_id = e.id ORDER BY told.key`,
  ])
  // Whom it is for goes by what it is.
  const news = (found?.results ?? []).flatMap(({ eventId, fact, ...facts }) => {
    const words = tellNews({ ...facts, what, eventId, fact, now })
    return words ? [{ eventId, ...words }] : []
  })
  const list = JSON.stringify(news.map(({ eventId }) => eventId))
  const states = JSON.stringify(news[0]?.states ?? [])
  let after = { index: 0, id: '' }
  for (let round = 0; round < roundsMost && news.length > 0; round++) {
    const [people] = await runBatch<{ index: number; id: string }>(db, [
      sql`SELECT told.key AS "index", j.user_id AS id FROM json_each(${list}) told CROSS JOIN joiners j ON j.event_id = told.value
        WHERE j.user_id IS NOT NULL AND (told.key, j.user_id) > (${after.index}, ${after.id})
          AND j.state IN (SELECT value FROM json_each(${states})) AND NOT (j.is_no_show AND ${what} = 'howWasIt')
        ORDER BY told.key, j.user_id LIMIT ${toldAtOnce}`,
    ])
    const last = people?.results.at(-1)
    if (!last) return
    after = last
    const messages = [...Map.groupBy(people?.results ?? [], ({ index }) => index)].flatMap(([index, of]) => {
      const { tidings } = news[index] ?? {}
      return tidings ? [{ id: `${tidings.key}:${round}`, body: { ...tidings, to: of.map(({ id }) => id), platform } }] : []
    })
    await runBatch(db, [putEachInOutbox(messages, { queue: 'notices', now }, sql`1`)])
    await sendOutbox(
      db,
      env,
      messages.map(({ id }) => id),
    )
    if ((people?.results.length ?? 0) < toldAtOnce) return
  }
}

const offeredAMinute = 50
const expiredAMinute = 500

/** The minute's chore: offers that ran out go on, and seats that came free at night are offered in the morning. */
export async function offerFreeSeats(db: Database, env: Env, now: number, newId: () => string): Promise<void> {
  await sendOutbox(db, env, await expireAllOffers(db, now, expiredAMinute))
  for (const eventId of await listEventsToOffer(db, now, offeredAMinute)) {
    const mails = await offerSeats(db, { now, newId }, eventId)
    await sendOutbox(db, env, withNotices(mails))
  }
}
