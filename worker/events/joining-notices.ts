import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { formatWhenAndWhere } from '../../domain/events/format-when.ts'
import {
  decidedNotice,
  heldNotice,
  heldOverNotice,
  invitedNotice,
  joinedNotice,
  offeredNotice,
  offerOverNotice,
  seatsGivenNotice,
  transferOfferedNotice,
  transferOverNotice,
  transferredNotice,
  unpaidNotice,
} from '../../domain/events/joining-notices.ts'
import { formatOpeningOf, judgeInvite, mustAnswer } from '../../domain/events/rules.ts'
import { activeStates, type JoinerState, type JoinOutcome } from '../../domain/events/states.ts'
import { selectName } from '../accounts/select-name.ts'
import { people } from '../accounts/shared.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { sales } from '../orders/shared.ts'
import { wasReachedAt } from '../outreach/commands.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { selectHostIds } from './acting.ts'
import { formatHeldPrice } from './held-price.ts'
import { eventInvites, events, joiners, seatTransfers } from './schema.ts'
import { e, j } from './tables.ts'

const u = alias(people, 'u')

/** Selects an entry with its person and its event, with their current values. */
const selectEntry = (joinerId: string) =>
  select(
    {
      joinerId: j.id,
      state: j.state,
      joinedAt: j.joinedAt,
      expiresAt: j.offerExpiresAt,
      payUntil: j.payUntil,
      heldBy: j.heldBy,
      answers: j.answers,
      personId: u.id,
      personName: u.displayName,
      eventId: e.id,
      title: e.title,
      eventState: e.state,
      startsAt: e.startsAt,
      timeZone: e.timeZone,
      placeName: e.placeName,
      pricing: e.pricing,
      questions: e.questions,
    },
    sql`SELECT ${j.id} AS joinerId, ${j.state} AS state, ${j.joinedAt} AS joinedAt, ${j.offerExpiresAt} AS expiresAt,
        ${j.payUntil} AS payUntil, ${j.heldBy} AS heldBy, ${j.answers} AS answers,
        ${u.id} AS personId, ${u.displayName} AS personName, ${e.id} AS eventId, ${e.title} AS title, ${e.state} AS eventState,
        ${e.startsAt} AS startsAt, ${e.timeZone} AS timeZone, ${e.placeName} AS placeName, ${e.pricing} AS pricing,
        ${e.questions} AS questions
      FROM ${joiners} ${j} CROSS JOIN ${events} ${e} ON ${e.id} = ${j.eventId} CROSS JOIN ${people} ${u} ON ${u.id} = ${j.userId}
      WHERE ${j.id} = ${joinerId} AND ${u.deletedAt} IS NULL`,
  )

type Entry = RowOf<ReturnType<typeof selectEntry>>

/** Whether the entry is still in one of these states and its game is published. */
const isStillIn = ({ state, eventState }: Entry, states: readonly JoinerState[]) => eventState === 'published' && states.includes(state)

async function readEntry(db: Database, joinerId: string, states: readonly JoinerState[]): Promise<Entry | null> {
  const entry = await readFirst(db, selectEntry(joinerId))
  return entry && isStillIn(entry, states) ? entry : null
}

const selectEvent = (db: Database, eventId: string) =>
  db
    .select({
      title: events.title,
      state: events.state,
      publishAt: events.publishAt,
      startsAt: events.startsAt,
      timeZone: events.timeZone,
      placeName: events.placeName,
    })
    .from(events)
    .where(eq(events.id, eventId))

/** An open offer of a player's seat; no row once it was answered or taken back, or if the player no longer has the seat. */
const selectTransfer = (transferId: string) =>
  selectFields(
    {
      transferId: seatTransfers.id,
      toId: seatTransfers.toId,
      expiresAt: seatTransfers.expiresAt,
      actorId: seatTransfers.fromId,
      actorName: u.displayName,
      eventId: e.id,
      title: e.title,
      startsAt: e.startsAt,
      timeZone: e.timeZone,
      placeName: e.placeName,
      eventState: e.state,
    },
    sql`FROM ${seatTransfers} JOIN ${joiners} ${j} ON ${j.id} = ${seatTransfers.joinerId} AND ${j.state} = 'going'
      JOIN ${events} ${e} ON ${e.id} = ${seatTransfers.eventId}
      JOIN ${people} ${u} ON ${u.id} = ${seatTransfers.fromId} AND ${u.deletedAt} IS NULL
      WHERE ${seatTransfers.id} = ${transferId}`,
  )

/** In which states the notice to the hosts is still correct. A person on the waitlist may already have an offer or a seat. */
const validStates: Record<JoinOutcome, readonly JoinerState[]> = { going: ['going'], waiting: activeStates, asked: ['asked'] }

const selectHosts = (eventId: string) => select({ id: asText }, selectHostIds(sql`SELECT ${eventId}`))

type Kinds =
  | 'event-joined'
  | 'seat-transfer-offered'
  | 'seat-transferred'
  | 'seat-transfer-over'
  | 'seat-offered'
  | 'seat-held'
  | 'seat-offer-expired'
  | 'seat-unpaid'
  | 'joiner-decided'
  | 'event-invited'
  | 'season-seats-given'

export const joiningNotices: Renderers<Kinds> = {
  'event-joined': async ({ joinerId, as, moreDates }, { db, now }) => {
    const entry = await readEntry(db, joinerId, validStates[as])
    if (!entry?.personName) return noDeliveries
    const { eventId, title, joinedAt, personId, personName } = entry
    const hosts = await readAll(db, selectHosts(eventId))
    const words = joinedNotice({
      as,
      actorId: personId,
      actorName: personName,
      eventId,
      title,
      whenAndWhere: formatWhenAndWhere(entry, now),
      joinedAt,
      moreDates,
    })
    return { deliveries: [{ ...words, to: hosts.map(({ id }) => id) }] }
  },
  'seat-transfer-offered': async ({ transferId }, { db, now }) => {
    const transfer = await readFirst(db, selectTransfer(transferId))
    if (!transfer?.actorName || transfer.expiresAt <= now || transfer.eventState !== 'published') return noDeliveries
    return notifyOne(
      transferOfferedNotice({ ...transfer, whenAndWhere: formatWhenAndWhere(transfer, now), actorName: transfer.actorName, now }),
      transfer.toId,
    )
  },
  'seat-transferred': async ({ actorId, joinerId }, { db, now }) => {
    const entry = await readEntry(db, joinerId, ['going'])
    if (!entry?.personName) return noDeliveries
    return notifyOne(
      transferredNotice({ ...entry, whenAndWhere: formatWhenAndWhere(entry, now), actorId: entry.personId, actorName: entry.personName }),
      actorId,
    )
  },
  'seat-transfer-over': async ({ transferId, eventId, personId }, { db, now }) => {
    const { event, seat } = await runBatch(db, {
      event: selectEvent(db, eventId),
      seat: db
        .select({ id: joiners.id })
        .from(joiners)
        .where(and(eq(joiners.eventId, eventId), eq(joiners.userId, personId), eq(joiners.state, 'going'))),
    })
    const [found] = event.rows
    if (found?.state !== 'published' || found.startsAt <= now || seat.rows.length === 0) return noDeliveries
    return notifyOne(
      transferOverNotice({ eventId, title: found.title, whenAndWhere: formatWhenAndWhere(found, now), transferId }),
      personId,
    )
  },
  'seat-offered': async ({ joinerId }, { db, now }) => {
    const entry = await readEntry(db, joinerId, ['offered'])
    if (!entry || entry.expiresAt === null || entry.expiresAt <= now) return noDeliveries
    return notifyOne(
      offeredNotice({ ...entry, whenAndWhere: formatWhenAndWhere(entry, now), expiresAt: entry.expiresAt, now }),
      entry.personId,
    )
  },
  'seat-held': async ({ joinerId }, { db, now }) => {
    const entry = await readEntry(db, joinerId, ['offered'])
    if (!entry || entry.heldBy === null || entry.expiresAt === null || entry.expiresAt <= now) return noDeliveries
    const actor = await readFirst(db, selectName(db, entry.heldBy))
    if (!actor?.name) return noDeliveries
    const whenAndWhere = formatWhenAndWhere(entry, now)
    const price = formatHeldPrice(entry.pricing, entry.startsAt, now)
    const words = heldNotice({
      ...{ ...entry, whenAndWhere, price, asksFirst: mustAnswer(entry) },
      ...{ expiresAt: entry.expiresAt, actorId: entry.heldBy, actorName: actor.name, now },
    })
    return notifyOne(words, entry.personId)
  },
  'seat-offer-expired': async ({ joinerId }, { db, now }) => {
    const entry = await readEntry(db, joinerId, ['expired'])
    if (!entry || entry.startsAt <= now) return noDeliveries
    const words = entry.heldBy === null ? offerOverNotice : heldOverNotice
    return notifyOne(words({ ...entry, whenAndWhere: formatWhenAndWhere(entry, now) }), entry.personId)
  },
  'seat-unpaid': async ({ joinerId }, { db, now }) => {
    const entry = await readEntry(db, joinerId, ['expired'])
    if (!entry || entry.startsAt <= now) return noDeliveries
    const deposit = await readFirst(
      db,
      db
        .select({ id: sales.id })
        .from(sales)
        .where(and(eq(sales.joinerId, joinerId), eq(sales.state, 'paid')))
        .limit(1),
    )
    return notifyOne(
      unpaidNotice({ ...entry, hasDeposit: deposit !== undefined, whenAndWhere: formatWhenAndWhere(entry, now) }),
      entry.personId,
    )
  },
  'joiner-decided': async ({ joinerId, decision }, { db, now }) => {
    const entry = await readEntry(db, joinerId, [decision])
    return entry
      ? notifyOne(decidedNotice({ ...entry, whenAndWhere: formatWhenAndWhere(entry, now), decision, now }), entry.personId)
      : noDeliveries
  },
  'event-invited': async ({ eventId, actorId, at }, { db, now }) => {
    const { actor, event, invited } = await runBatch(db, {
      actor: selectName(db, actorId),
      event: selectEvent(db, eventId),
      invited: db
        .select({ id: eventInvites.userId })
        .from(eventInvites)
        .where(
          and(
            ...[eq(eventInvites.eventId, eventId), eq(eventInvites.inviterId, actorId), eq(eventInvites.createdAt, at)],
            wasReachedAt(at, ['invitation', 'seasonInvitation'], actorId, eventInvites.userId),
          ),
        ),
    })
    const [actorName, found] = [actor.rows[0]?.name, event.rows[0]]
    if (!actorName || !found || judgeInvite(found, now)) return noDeliveries
    const whenAndWhere = formatWhenAndWhere(found, now)
    const words = invitedNotice({ actorId, actorName, eventId, title: found.title, whenAndWhere, opens: formatOpeningOf(found, now) })
    return { deliveries: [{ ...words, to: invited.rows.map(({ id }) => id) }] }
  },
  'season-seats-given': async ({ eventId, actorId, at }, { db, now }) => {
    const { actor, event, given } = await runBatch(db, {
      actor: selectName(db, actorId),
      event: selectEvent(db, eventId),
      given: db
        .select({ id: joiners.userId })
        .from(joiners)
        .where(
          and(
            ...[eq(joiners.eventId, eventId), eq(joiners.state, 'going'), eq(joiners.joinedAt, at)],
            wasReachedAt(at, ['seasonInvitation'], actorId, joiners.userId),
          ),
        ),
    })
    const [actorName, found] = [actor.rows[0]?.name, event.rows[0]]
    if (!actorName || found?.state !== 'published' || found.startsAt <= now) return noDeliveries
    const words = seatsGivenNotice({ actorId, actorName, eventId, title: found.title, whenAndWhere: formatWhenAndWhere(found, now) })
    return { deliveries: [{ ...words, to: given.rows.flatMap(({ id }) => id ?? []) }] }
  },
}
