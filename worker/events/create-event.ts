import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { CreateEvent, EventForm, MadeEvent, Publishing } from '../../domain/events/form-contract.ts'
import { planSeries, planTimes, type Times } from '../../domain/events/plan-times.ts'
import { capacityOf, titleOf } from '../../domain/events/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Acting } from '../platform/from-request.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { mayAct } from '../teams/acting.ts'
import { type Indexed, indexEvents } from './index-events.ts'
import { type GameFact, tellOfGames } from './news.ts'
import { type Settled, settleWhere } from './settle-where.ts'
import { tellCoHosts } from './tell-co-hosts.ts'

/** How many someone may have ahead of them, so that nobody floods a town. */
const upcomingMost = 300

/** Puts up an event, or a whole series: each date is an event of its own. Asked again with the same key, it makes no second one. */
export async function createEvent(
  db: Database,
  { now, newId, platform }: Acting,
  actorId: string,
  { form, repeat, publish, idempotencyKey }: Omit<CreateEvent, 'idempotencyKey'> & { idempotencyKey: string | null },
): Promise<MadeEvent> {
  const where = await settleWhere(db, form.where)
  const times = repeat ? planSeries(form, repeat, where.timeZone, now) : [planTimes(form, where.timeZone, now)]
  await requireCoHosts(db, actorId, form.coHosts)
  const publishAt = publishAtOf(publish, now, times)
  const idOf = async (what: string) => (idempotencyKey === null ? newId() : deriveId(what, actorId, idempotencyKey))
  const seriesId = repeat ? await idOf('event-series') : null
  const dates = await Promise.all(times.map(async (time, index) => ({ ...time, id: await idOf(`event ${index}`) })))
  const ids = JSON.stringify(dates.map(({ id }) => id))
  const [first] = dates
  if (!first) throw new AppError('InvalidInput')
  const state = publish.when === 'now' ? 'published' : 'draft'
  const isMade = sql`EXISTS (SELECT 1 FROM events WHERE id = ${first.id} AND creator_id = ${actorId} AND version = 1 AND created_at = ${now})`
  const facts: GameFact[] =
    state === 'published' && form.visibility === 'public' ? [{ kind: 'event-nearby', eventId: first.id, version: 1 }] : []
  const coHosts = { actorId, eventId: first.id, version: 1, coHosts: form.coHosts }
  const [, , , , , after] = await runBatch<{ count: number; mayTeam: number; upcoming: number }>(db, [
    sql`INSERT OR IGNORE INTO event_series (id, creator_id, rule, created_at) SELECT ${seriesId}, ${actorId}, ${JSON.stringify(repeat)}, ${now} WHERE ${seriesId} IS NOT NULL`,
    insertEvents({ actorId, form, where, seriesId, state, publishAt, now }, dates),
    tellCoHosts(coHosts, { now, platform }, isMade),
    sql`INSERT OR IGNORE INTO event_hosts (event_id, user_id, starts_at, created_at)
      SELECT e.id, h.value, e.starts_at, ${now} FROM events e, json_each(${JSON.stringify(form.coHosts)}) h
      WHERE e.id IN (SELECT value FROM json_each(${ids})) AND ${isMade} AND h.value <> ${actorId}`,
    tellOfGames(facts, { now, platform }, isMade),
    sql`SELECT (SELECT count(*) FROM events WHERE id IN (SELECT value FROM json_each(${ids}))) AS count,
      ${mayHostFor(actorId, form.teamId)} AS mayTeam, (${countUpcoming(actorId, now)}) AS upcoming`,
    ...(state === 'published' && form.visibility === 'public'
      ? indexEvents(
          dates.map((date) => toIndexed(form, where, date)),
          isMade,
        )
      : []),
  ])
  const made = after?.results[0]
  if (!made?.count) {
    if (made?.mayTeam === 0) throw new AppError('NotYourTeam', { at: 'form.teamId' })
    throw new AppError('UpcomingEventsFull', { values: { max: upcomingMost } })
  }
  return { id: first.id, count: made.count }
}

export const toIndexed = (
  form: Pick<EventForm, 'activity' | 'title' | 'where'>,
  where: Settled,
  { id, startsAt }: { id: string; startsAt: number },
): Indexed => ({
  id,
  startsAt,
  activity: form.activity,
  lat: where.lat,
  lng: where.lng,
  title: titleOf({ ...form, where }),
  placeName: where.name,
  address: where.address,
})

/** When a draft shows itself: to come, and while its first date is still ahead. */
export function publishAtOf(publish: Publishing, now: number, dates: readonly Times[]): number | null {
  if (publish.when !== 'later') return null
  if (publish.at <= now) throw new AppError('TimeIsOver', { at: 'publish.at' })
  if (dates.some(({ startsAt }) => startsAt <= publish.at)) throw new AppError('PublishAfterStart', { at: 'publish.at' })
  return publish.at
}

const countUpcoming = (actorId: string, now: number): SQL =>
  sql`SELECT count(*) FROM (SELECT 1 FROM events WHERE creator_id = ${actorId} AND starts_at > ${now} LIMIT ${upcomingMost})`

export const mayHostFor = (actorId: string, teamId: string | null): SQL =>
  teamId === null ? sql`1` : mayAct({ id: actorId, isAdmin: false }, teamId, 'events.manage')

type Draft = {
  actorId: string
  form: EventForm
  where: Settled
  seriesId: string | null
  state: 'published' | 'draft'
  publishAt: number | null
  now: number
}

function insertEvents({ actorId, form, where, seriesId, state, publishAt, now }: Draft, dates: readonly (Times & { id: string })[]): SQL {
  return sql`INSERT INTO events (id, creator_id, team_id, series_id, activity, title, description, place_id, place_name, address, lat, lng, time_zone,
      starts_at, ends_at, level_min, level_max, capacity, slots, guests_most, visibility, needs_approval, questions, leave_minutes, waitlist_mode,
      state, publish_at, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
    SELECT d.value->>'id', ${actorId}, ${form.teamId}, ${seriesId}, ${form.activity}, ${titleOf({ ...form, where })}, ${form.description},
      ${where.placeId}, ${where.name}, ${where.address}, ${where.lat}, ${where.lng}, ${where.timeZone}, d.value->>'startsAt', d.value->>'endsAt',
      ${form.levelMin}, ${form.levelMax}, ${capacityOf(form)}, ${JSON.stringify(form.slots)}, ${form.guestsMost}, ${form.visibility},
      ${form.needsApproval ? 1 : 0}, ${JSON.stringify(form.questions)}, ${form.leaveMinutes}, ${form.waitlistMode},
      ${state}, ${publishAt}, '', 0, 0, 0, 1, ${now}, ${now}
    FROM json_each(${JSON.stringify(dates)}) d
    WHERE ${mayHostFor(actorId, form.teamId)} AND (${countUpcoming(actorId, now)}) < ${upcomingMost} - ${dates.length} + 1
    ON CONFLICT (id) DO NOTHING`
}

/** Only who knows them may make someone a host: a connection, or someone of a team they share. Who hosts the event already goes on. */
export async function requireCoHosts(
  db: Database,
  actorId: string,
  coHosts: readonly string[],
  eventId: string | null = null,
): Promise<void> {
  if (coHosts.length === 0) return
  const [found] = await runBatch<{ id: string }>(db, [
    sql`SELECT h.value AS id FROM json_each(${JSON.stringify(coHosts)}) h JOIN users u ON u.id = h.value AND u.deleted_at IS NULL
      WHERE u.id = ${actorId} OR EXISTS (SELECT 1 FROM event_hosts WHERE event_id = ${eventId} AND user_id = u.id)
        OR (${nobodyBlocked(actorId, sql`u.id`)}
        AND (EXISTS (SELECT 1 FROM connections WHERE user_id = ${actorId} AND other_id = u.id AND state = 'connected')
          OR EXISTS (SELECT 1 FROM team_members a JOIN team_members b ON b.team_id = a.team_id AND b.user_id = u.id WHERE a.user_id = ${actorId})))`,
  ])
  if ((found?.results.length ?? 0) === new Set(coHosts).size) return
  throw new AppError('CoHostNotConnected', { at: 'form.coHosts' })
}
