import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isNight, localHour, offerHold } from '../../domain/events/rules.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { shownNameOf } from '../accounts/shown-name.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { tellOfRows } from '../notifications/commands.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { events, joiners } from './schema.ts'
import { firstInLine, freeSeats, recountSeats, runSeatBatch, tellOffersOver } from './seats.ts'
import { e, j } from './tables.ts'

const u = alias(people, 'u')

/** More rounds than this in one go are left to the next minute. */
const maxRounds = 20

/** What an offer's mail says of the event, where somebody waits for it or an offer has run out. */
const selectOffering = (db: Database, eventId: string, now: number) => {
  const hasExpired = sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.eventId} = ${e.id} AND ${joiners.state} = 'offered' AND ${joiners.offerExpiresAt} <= ${now})`
  return db
    .select({ title: e.title, slots: e.slots, startsAt: e.startsAt, timeZone: e.timeZone, placeName: e.placeName })
    .from(e)
    .where(and(eq(e.id, eventId), sql`${e.state} = 'published' AND ${e.startsAt} > ${now}`, sql`(${e.waiting} > 0 OR ${hasExpired})`))
}

type Facts = { title: string; startsAt: number; timeZone: string; placeName: string }

/**
 * Offers free seats to whoever is first in line, slot by slot, until nobody is left or nothing is free. A party at the front that
 * does not fit keeps its place and is passed by nobody. Nobody is asked at night.
 */
export async function offerSeats(db: Database, { now, newId, platform }: Acting, eventId: string): Promise<void> {
  const facts = await readFirst(db, selectOffering(db, eventId, now))
  if (!facts || isNight(localHour(now, facts.timeZone))) return
  const slotIds = facts.slots.length === 0 ? [null] : facts.slots.map(({ id }) => id)
  const context: Context = { eventId, facts, now, platform }
  for (let round = 0; round < maxRounds; round++) {
    const offers = await Promise.all(
      slotIds.map(async (slotId) => {
        const token = makeMailToken()
        return { slotId, token, hash: await hashSecret(token), mailId: newId() }
      }),
    )
    // The seat is held and the mail is written in the same batch: no offer without a mail, no mail without a seat.
    const { offered } = await runSeatBatch(db, eventId, now, {
      offered: offers.map((offer) => offerNext(db, context, offer)),
      mailed: offers.map((offer) => mailOffer(context, offer)),
      told: offers.map((offer) => tellOffered(context, offer)),
    })
    if (offered.every(({ changes }) => changes === 0)) return
  }
}

type Context = { eventId: string; facts: Facts; now: number; platform: PlatformId | undefined }
type Offer = { slotId: string | null; token: string; hash: string; mailId: string }

const expiryOf = ({ facts, now }: Context) => now + offerHold(now, facts.startsAt)

function offerNext(db: Database, context: Context, { slotId, hash }: Offer) {
  const { eventId, facts, now } = context
  return db
    .update(joiners)
    .set({ state: 'offered', offerHash: hash, offerExpiresAt: expiryOf(context), updatedAt: now })
    .where(
      sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.startsAt} = ${facts.startsAt}
        AND ${joiners.id} = ${firstInLine(slotId)} AND ${freeSeats(slotId)} >= ${joiners.seats})
        AND ${joiners.eventId} = ${eventId} AND ${joiners.state} = 'waiting'`,
    )
}

function mailOffer(context: Context, { token, hash, mailId }: Offer) {
  const { title, startsAt, timeZone, placeName } = context.facts
  const data = { username: '', title, startsAt, timeZone, placeName, seats: 1, expiresAt: expiryOf(context), token }
  const request = { platform: context.platform, template: { name: 'seat-offer', data } } satisfies Omit<MailRequest, 'to'>
  return putRowsInOutbox(
    'mail',
    sql`SELECT ${mailId} AS id, json_set(${JSON.stringify(request)}, '$.to', ${u.email}, '$.template.data.username', ${shownNameOf(u)},
        '$.template.data.seats', ${j.seats}) AS body
      FROM ${joiners} ${j} JOIN ${people} ${u} ON ${u.id} = ${j.userId} WHERE ${j.offerHash} = ${hash}`,
    { now: context.now },
  )
}

const tellOffered = ({ now }: Context, { hash, mailId }: Offer) =>
  tellOfRows(
    sql`SELECT ${`${mailId}:notice`} AS id, json_object('kind', 'seat-offered', 'joinerId', ${j.id}) AS fact
      FROM ${joiners} ${j} WHERE ${j.offerHash} = ${hash}`,
    { now },
  )

/** Offers that ran out hold nothing any more, also where nobody comes by: at night, or in a game that began or was called off. */
export async function expireAllOffers(db: Database, now: number, max: number): Promise<void> {
  const over = sql`SELECT ${joiners.id} FROM ${joiners} WHERE ${joiners.offerExpiresAt} IS NOT NULL AND ${joiners.offerExpiresAt} <= ${now}
    ORDER BY ${joiners.offerExpiresAt} LIMIT ${max}`
  const isOver = sql`${joiners.id} IN (${over})`
  await runBatch(db, {
    told: tellOffersOver(sql`${j.id} IN (${over})`, now),
    expired: db.update(joiners).set({ state: 'lapsed', updatedAt: now }).where(sql`${joiners.state} = 'offered' AND ${isOver}`),
    recounted: recountSeats(sql`SELECT ${joiners.eventId} FROM ${joiners} WHERE ${isOver}`),
    // Last of all: by it the statements before found them.
    forgotten: db.update(joiners).set({ offerExpiresAt: null }).where(isOver),
  })
}

/** More than these that sleep or have nothing to give are not looked at in a minute. */
const maxLookedAt = 1000

/** Events where it is day and whoever is first in line fits into what is free, the next to begin first. */
export async function listEventsToOffer(db: Database, now: number, max: number): Promise<string[]> {
  const waiting = await readAll(
    db,
    db
      .select({ id: e.id, timeZone: e.timeZone })
      .from(e)
      .where(
        sql`${e.waiting} > 0 AND ${e.startsAt} > ${now} AND ${e.state} = 'published' AND ${e.taken} < ${e.capacity}
          AND EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.state} = 'waiting'
            AND ${j.id} = ${firstInLine(j.slotId)} AND ${freeSeats(j.slotId)} >= ${j.seats})`,
      )
      .orderBy(e.startsAt)
      .limit(maxLookedAt),
  )
  const nights = new Map<string, boolean>()
  const isAsleep = (timeZone: string) => {
    const known = nights.get(timeZone) ?? isNight(localHour(now, timeZone))
    nights.set(timeZone, known)
    return known
  }
  return waiting
    .filter(({ timeZone }) => !isAsleep(timeZone))
    .slice(0, max)
    .map(({ id }) => id)
}
