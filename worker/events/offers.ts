import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { getLocalHour, isNight, offerDurationOf } from '../../domain/events/rules.ts'
import { timeToPay } from '../../domain/events/seat-rules.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { events, joiners } from './schema.ts'
import { firstOnWaitlist, freeSeats, notifyExpiredOffers, runSeatBatch, settleSeats } from './seats.ts'
import { e, j } from './tables.ts'

const u = alias(people, 'u')

/** How many rounds of offers one call makes. The next minute continues. */
const maxRounds = 20

/** The facts about the event for the offer's email. No row if nobody waits and no offer has expired. */
const selectOffering = (db: Database, eventId: string, now: number) => {
  const hasExpired = sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.eventId} = ${e.id} AND ${joiners.state} = 'offered' AND ${joiners.offerExpiresAt} <= ${now})`
  return db
    .select({
      title: e.title,
      slots: e.slots,
      startsAt: e.startsAt,
      timeZone: e.timeZone,
      placeName: e.placeName,
      isPaid: sql`${e.pricing} IS NOT NULL`.mapWith(Boolean).as('is_paid'),
    })
    .from(e)
    .where(and(eq(e.id, eventId), sql`${e.state} = 'published' AND ${e.startsAt} > ${now}`, sql`(${e.waiting} > 0 OR ${hasExpired})`))
}

type Facts = { title: string; startsAt: number; timeZone: string; placeName: string; isPaid: boolean }

/**
 * Offers free seats to the first person on the waitlist of each slot, until nobody waits or no seat is free. If the first person
 * needs more seats than are free, they keep their position and nobody overtakes them. Nobody gets an offer at night, or when no time
 * is left to pay.
 */
export async function offerSeats(db: Database, { now, newId, platform }: CommandContext, eventId: string): Promise<void> {
  const facts = await readFirst(db, selectOffering(db, eventId, now))
  if (!facts || isNight(getLocalHour(now, facts.timeZone))) return
  if (offerDurationOf(now, facts.startsAt, facts.isPaid) <= 0) return
  const slotIds = facts.slots.length === 0 ? [null] : facts.slots.map(({ id }) => id)
  const context: Context = { eventId, facts, now, platform }
  for (let round = 0; round < maxRounds; round++) {
    const offers = await Promise.all(
      slotIds.map(async (slotId) => {
        const token = makeMailToken()
        return { slotId, token, hash: await hashSecret(token), mailId: newId() }
      }),
    )
    // One batch holds the seat and writes the email, so there is never one without the other.
    const { offered } = await runSeatBatch(db, eventId, now, {
      offered: offers.map((offer) => offerNext(db, context, offer)),
      mailed: offers.map((offer) => mailOffer(context, offer)),
      notified: offers.map((offer) => notifyOffered(context, offer)),
    })
    if (offered.every(({ changes }) => changes === 0)) return
  }
}

type Context = { eventId: string; facts: Facts; now: number; platform: PlatformId | undefined }
type Offer = { slotId: string | null; token: string; hash: string; mailId: string }

const expiryOf = ({ facts, now }: Context) => now + offerDurationOf(now, facts.startsAt, facts.isPaid)

function offerNext(db: Database, context: Context, { slotId, hash }: Offer) {
  const { eventId, facts, now } = context
  return db
    .update(joiners)
    .set({ state: 'offered', offerHash: hash, offerExpiresAt: expiryOf(context), heldBy: null, updatedAt: now })
    .where(
      sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.startsAt} = ${facts.startsAt}
        AND ${joiners.id} = ${firstOnWaitlist(slotId)} AND ${freeSeats(slotId)} >= ${joiners.seats})
        AND ${joiners.eventId} = ${eventId} AND ${joiners.state} = 'waiting'`,
    )
}

function mailOffer(context: Context, { token, hash, mailId }: Offer) {
  const { title, startsAt, timeZone, placeName } = context.facts
  const times = { startsAt, timeZone, expiresAt: expiryOf(context), offeredAt: context.now }
  const data = { username: '', title, placeName, seats: 1, ...times, token }
  const request = { platform: context.platform, template: { name: 'seat-offer', data } } satisfies Omit<MailRequest, 'to'>
  return putRowsInOutbox(
    'mail',
    sql`SELECT ${mailId} AS id, json_set(${JSON.stringify(request)}, '$.to', ${u.email}, '$.template.data.username', ${nameToShowSql(u)},
        '$.template.data.seats', ${j.seats}) AS body
      FROM ${joiners} ${j} JOIN ${people} ${u} ON ${u.id} = ${j.userId} WHERE ${j.offerHash} = ${hash}`,
    { now: context.now },
  )
}

const notifyOffered = ({ now }: Context, { hash, mailId }: Offer) =>
  notifyOfRows(
    sql`SELECT ${`${mailId}:notice`} AS id, json_object('kind', 'seat-offered', 'joinerId', ${j.id}) AS fact
      FROM ${joiners} ${j} WHERE ${j.offerHash} = ${hash}`,
    { now },
  )

/** Ends all expired offers, even in games that nobody opens: at night, or after the game started or was cancelled. */
export async function expireAllOffers(db: Database, now: number, max: number): Promise<void> {
  const expiredIds = sql`SELECT ${joiners.id} FROM ${joiners} WHERE ${joiners.offerExpiresAt} IS NOT NULL AND ${joiners.offerExpiresAt} <= ${now} AND ${joiners.state} <> 'held'
    ORDER BY ${joiners.offerExpiresAt} LIMIT ${max}`
  const isExpired = sql`${joiners.id} IN (${expiredIds})`
  await runBatch(db, {
    notified: notifyExpiredOffers(sql`${j.id} IN (${expiredIds})`, now),
    expired: db.update(joiners).set({ state: 'expired', updatedAt: now }).where(sql`${joiners.state} = 'offered' AND ${isExpired}`),
    settled: settleSeats(sql`SELECT ${joiners.eventId} FROM ${joiners} WHERE ${isExpired}`, now),
    // This must be the last statement, because the others find the offers by this column.
    cleared: db.update(joiners).set({ offerExpiresAt: null }).where(isExpired),
  })
}

/** How many events with a waitlist one call checks. */
const maxEventsChecked = 1000

/** Lists events where it is day and the first person on the waitlist can get their seats. The event that starts first comes first. */
export async function listEventsToOffer(db: Database, now: number, max: number): Promise<string[]> {
  const waiting = await readAll(
    db,
    db
      .select({ id: e.id, timeZone: e.timeZone })
      .from(e)
      .where(
        sql`${e.waiting} > 0 AND ${e.startsAt} > ${now} AND (${e.pricing} IS NULL OR ${e.startsAt} > ${now + timeToPay}) AND ${e.state} = 'published' AND ${e.taken} < ${e.capacity}
          AND EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.state} = 'waiting'
            AND ${j.id} = ${firstOnWaitlist(j.slotId)} AND ${freeSeats(j.slotId)} >= ${j.seats})`,
      )
      .orderBy(e.startsAt)
      .limit(maxEventsChecked),
  )
  const nightByZone = new Map<string, boolean>()
  const isNightIn = (timeZone: string) => {
    const isNightNow = nightByZone.get(timeZone) ?? isNight(getLocalHour(now, timeZone))
    nightByZone.set(timeZone, isNightNow)
    return isNightNow
  }
  return waiting
    .filter(({ timeZone }) => !isNightIn(timeZone))
    .slice(0, max)
    .map(({ id }) => id)
}
