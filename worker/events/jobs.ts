import { sql } from 'drizzle-orm'
import { tellNews } from '../../domain/events/tidings.ts'
import type { Work } from '../../domain/jobs/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { expireAllOffers, listEventsToOffer, offerSeats } from './offers.ts'
import { countTallies } from './tallies.ts'
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
type Context = { db: Database; now: number }

/** As many people as one round tells, and rounds as one job has. A load of reminders fits into one. */
const toldAtOnce = 500
const roundsMost = 10

/** Has all who come told of it: where they are very many, the next job goes on with whom this one did not reach. */
export async function deliverNews(news: EventNews, context: Context): Promise<void> {
  const { what, eventId, fact, platform, after } = news
  if (what === 'published') return tellSubscribers(eventId, { ...context, platform })
  const last = await tellPlayers({ what, platform, after }, [{ eventId, fact }], context)
  if (last === null) return
  const { db, now } = context
  const next = { id: `event-news:${what}:${eventId}:${fact}:${last}`, body: { ...news, after: last } satisfies EventNews }
  await write(db, putInOutbox('work', [next], { now }))
}

/** What a minute has to say of many events. The last of it is said once they are over, when what people did counts. */
export async function deliverReminders({ what, events }: Extract<Work, { kind: 'event-reminders' }>, context: Context): Promise<void> {
  await tellPlayers({ what }, events, context)
  if (what !== 'howWasIt') return
  await countTallies(
    context.db,
    events.map(({ eventId }) => eventId),
    context.now,
  )
}

type Told = { what: Exclude<EventNews['what'], 'published'>; platform?: PlatformId | undefined; after?: string | undefined }

/**
 * The events and who comes are read now: what no longer holds is told to nobody. However many events, it takes a few
 * statements. Answers whom it told last where more are left.
 */
async function tellPlayers(
  { what, platform, after: from = '' }: Told,
  events: readonly { eventId: string; fact: string }[],
  { db, now }: Context,
): Promise<string | null> {
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
  let after = { index: 0, id: from }
  for (let round = 0; round < roundsMost && news.length > 0; round++) {
    const [people] = await runBatch<{ index: number; id: string }>(db, [
      sql`SELECT told.key AS "index", j.user_id AS id FROM json_each(${list}) told CROSS JOIN joiners j ON j.event_id = told.value
        WHERE j.user_id IS NOT NULL AND (told.key, j.user_id) > (${after.index}, ${after.id})
          AND j.state IN (SELECT value FROM json_each(${states})) AND NOT (j.is_no_show AND ${what} = 'howWasIt')
        ORDER BY told.key, j.user_id LIMIT ${toldAtOnce}`,
    ])
    const last = people?.results.at(-1)
    if (!last) return null
    after = last
    const messages = [...Map.groupBy(people?.results ?? [], ({ index }) => index)].flatMap(([index, of]) => {
      const { tidings } = news[index] ?? {}
      return tidings ? [{ id: `${tidings.key}:${from}${round}`, body: { ...tidings, to: of.map(({ id }) => id), platform } }] : []
    })
    await write(db, putInOutbox('notices', messages, { now }))
    if ((people?.results.length ?? 0) < toldAtOnce) return null
  }
  return after.id === from ? null : after.id
}

const offeredAMinute = 50
const expiredAMinute = 500

/** The minute's chore: offers that ran out go on, and seats that came free at night are offered in the morning. */
export async function offerFreeSeats(db: Database, now: number, newId: () => string): Promise<void> {
  await expireAllOffers(db, now, expiredAMinute)
  for (const eventId of await listEventsToOffer(db, now, offeredAMinute)) await offerSeats(db, { now, newId }, eventId)
}
