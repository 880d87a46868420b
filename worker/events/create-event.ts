import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { CreatedEvent, CreateEvent, EventForm, PublishChoice } from '../../domain/events/form-contract.ts'
import { type PlannedTimes, planSeries, planTimes, type Times } from '../../domain/events/plan-times.ts'
import { titleOf } from '../../domain/events/rules.ts'
import { people } from '../accounts/shared.ts'
import { isConnected } from '../connections/queries.ts'
import { AssertionFailed, readAll, runBatch } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { canAct } from '../teams/actor.ts'
import { communityMembers } from '../teams/shared.ts'
import { hasNoBlockWithHosts } from './acting.ts'
import { askCoHosts, explainCoHostLimits, isInvitedToHost } from './co-host-invites.ts'
import { columnsOfForm, type TimelessForm } from './form-columns.ts'
import { requireOwnForm } from './form-rules.ts'
import { type IndexedEvent, indexEvents } from './index-events.ts'
import { type GameFact, notifyAboutGames } from './notify-about-games.ts'
import { explainPriceRefusal, requirePayee } from './price-rules.ts'
import { type ResolvedLocation, resolveLocation } from './resolve-location.ts'
import { eventHosts, eventSeries, events } from './schema.ts'
import { seatHosts } from './seat-hosts.ts'
import { e } from './tables.ts'

/** How many upcoming games one person can host, so that nobody can flood a city with games. */
export const maxUpcoming = 300

/** Creates an event, or a series with one event for each date. A second request with the same key creates nothing. */
export async function createEvent(
  db: Database,
  { now, newId, platform }: CommandContext,
  actorId: string,
  { form, repeat, publish, hostPlays = false, idempotencyKey }: Omit<CreateEvent, 'idempotencyKey'> & { idempotencyKey: string | null },
): Promise<CreatedEvent> {
  const where = await resolveLocation(db, form.where)
  const times = repeat ? planSeries(form, repeat, where.timeZone, now) : [planTimes(form, where.timeZone, now)]
  await requireCoHosts(db, actorId, form.coHosts, { eventId: null, now })
  const publishAt = readPublishAt(publish, now, times)
  const makeId = async (kind: string) => (idempotencyKey === null ? newId() : deriveId(kind, actorId, idempotencyKey))
  const seriesId = repeat ? await makeId('event-series') : null
  const dates = await Promise.all(times.map(async (time, index) => ({ ...time, id: await makeId(`event ${index}`) })))
  const ids = dates.map(({ id }) => id)
  const [first] = dates
  if (!first) throw new AppError('InvalidInput')
  const state = publish.when === 'now' ? 'published' : 'draft'
  const isCreated = sql`EXISTS (SELECT 1 FROM ${events}
    WHERE ${and(eq(events.id, first.id), eq(events.creatorId, actorId), eq(events.version, 1), eq(events.createdAt, now))})`
  const isPublic = state === 'published' && form.visibility === 'public'
  const facts: GameFact[] = isPublic ? [{ kind: 'event-nearby', eventId: first.id, version: 1 }] : []
  const { after } = await runBatch(db, {
    series: repeat && seriesId ? [insertSeries(db, { id: seriesId, creatorId: actorId, rule: repeat, createdAt: now })] : [],
    events: insertEvents(db, { actorId, form, where, seriesId, state, hostPlays, publishAt, now }, dates),
    seated: hostPlays ? seatHosts(ids, now, isCreated) : [],
    priced: form.pricing === null ? [] : [requirePayee(ids)],
    asked: form.formId === null ? [] : [requireOwnForm(ids)],
    coHosts: askCoHosts({
      actorId,
      ids: form.coHosts.length === 0 ? [] : ids,
      coHosts: form.coHosts,
      now,
      newId,
      platform,
      when: isCreated,
    }),
    notified: notifyAboutGames(facts, { now, platform }, isCreated),
    after: select(
      { count: asNumber, mayHost: asBoolean },
      sql`SELECT (SELECT count(*) FROM ${events} WHERE ${inList(events.id, ids)}) AS count, ${mayHostFor(actorId, form.teamId)} AS mayHost`,
    ),
    indexed: isPublic
      ? indexEvents(
          dates.map((date) => toIndexed(form, where, date)),
          isCreated,
        )
      : [],
  }).catch((error: unknown) => {
    const refusal = error instanceof AssertionFailed ? explainPriceRefusal(error.assertion) : null
    throw explainCoHostLimits(error) ?? refusal ?? error
  })
  const [created] = after.rows
  if (!created?.count) {
    if (created?.mayHost === false) throw new AppError('NotYourTeam', { field: 'form.teamId' })
    throw new AppError('UpcomingEventsFull', { values: { max: maxUpcoming } })
  }
  return { id: first.id, count: created.count }
}

export const toIndexed = (
  form: Pick<EventForm, 'activity' | 'title' | 'where'>,
  where: ResolvedLocation,
  { id, startsAt }: { id: string; startsAt: number },
): IndexedEvent => ({
  id,
  startsAt,
  activity: form.activity,
  timeZone: where.timeZone,
  lat: where.lat,
  lng: where.lng,
  title: titleOf({ ...form, where }),
  placeName: where.name,
  address: where.address,
})

/** When a draft will be published. The time must be in the future, and before the first date starts. */
export function readPublishAt(publish: PublishChoice, now: number, dates: readonly Times[]): number | null {
  if (publish.when !== 'later') return null
  if (publish.at <= now) throw new AppError('TimeInPast', { field: 'publish.at' })
  if (dates.some(({ startsAt }) => startsAt <= publish.at)) throw new AppError('PublishAfterStart', { field: 'publish.at' })
  return publish.at
}

export const insertSeries = (db: Database, series: typeof eventSeries.$inferInsert) =>
  db.insert(eventSeries).values(series).onConflictDoNothing()

const countUpcoming = (db: Database, actorId: string, now: number): SQL => {
  const upcoming = db
    .select({ one: sql`1` })
    .from(events)
    .where(and(eq(events.creatorId, actorId), gt(events.startsAt, now)))
    .limit(maxUpcoming)
  return sql`(SELECT count(*) FROM ${upcoming})`
}

export const mayHostFor = (actorId: string, teamId: string | null): SQL =>
  teamId === null ? sql`1` : canAct({ id: actorId, isAdmin: false }, teamId, 'events.manage')

type NewEvents = {
  actorId: string
  form: TimelessForm
  where: ResolvedLocation
  seriesId: string | null
  state: 'published' | 'draft'
  hostPlays: boolean
  publishAt: number | null
  now: number
}

export function insertEvents(
  db: Database,
  { actorId, form, where, seriesId, state, hostPlays, publishAt, now }: NewEvents,
  dates: readonly (PlannedTimes & { id: string })[],
): SQL {
  return insertSelect(
    events,
    {
      id: sql`date.value->>'id'`,
      creatorId: actorId,
      seriesId,
      ...columnsOfForm(form, where),
      startsAt: sql`date.value->>'startsAt'`,
      endsAt: sql`date.value->>'endsAt'`,
      joinsAt: sql`date.value->>'joinsAt'`,
      state,
      hostPlays,
      publishAt,
      cancelReason: '',
      taken: 0,
      waiting: 0,
      reminded: 0,
      version: 1,
      createdAt: now,
      updatedAt: now,
    },
    sql`FROM json_each(${JSON.stringify(dates)}) date
      WHERE ${mayHostFor(actorId, form.teamId)} AND ${countUpcoming(db, actorId, now)} < ${maxUpcoming} - ${dates.length} + 1
      ON CONFLICT (id) DO NOTHING`,
  )
}

/** A host can ask their connections and their teammates to co-host. People who are co-hosts already, or were asked, can stay. */
export async function requireCoHosts(
  db: Database,
  actorId: string,
  coHosts: readonly string[],
  { eventId, now }: { eventId: string | null; now: number },
): Promise<void> {
  if (coHosts.length === 0) return
  const [u, mine, theirs] = [alias(people, 'u'), alias(communityMembers, 'mine'), alias(communityMembers, 'theirs')]
  const isHostAlready = sql`EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${eventId} AND ${eventHosts.userId} = ${u.id})`
  const isAskedAlready = sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isInvitedToHost(sql`${u.id}`, now)})`
  const isBlockedByHost = sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND NOT ${hasNoBlockWithHosts(u.id)})`
  const isInMyTeam = sql`EXISTS (SELECT 1 FROM ${communityMembers} ${mine} JOIN ${communityMembers} ${theirs}
    ON ${theirs.teamId} = ${mine.teamId} AND ${theirs.userId} = ${u.id} WHERE ${mine.userId} = ${actorId})`
  const allowed = await readAll(
    db,
    select(
      { id: u.id },
      sql`SELECT ${u.id} AS id FROM json_each(${JSON.stringify(coHosts)}) h JOIN ${people} ${u} ON ${u.id} = h.value AND ${u.deletedAt} IS NULL
        WHERE ${u.id} = ${actorId} OR ${isHostAlready} OR ${isAskedAlready}
          OR (${hasNoBlock(actorId, u.id)} AND NOT ${isBlockedByHost} AND (${isConnected(actorId, u.id)} OR ${isInMyTeam}))`,
    ),
  )
  if (allowed.length === new Set(coHosts).size) return
  throw new AppError('CoHostNotConnected', { field: 'form.coHosts' })
}
