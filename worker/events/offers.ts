import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { SeatOffer } from '../../domain/events/join-contract.ts'
import { isNight, localHour, offerHold } from '../../domain/events/rules.ts'
import type { JoinerState } from '../../domain/events/states.ts'
import { tellOffered } from '../../domain/events/tidings.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { shownName } from '../accounts/shown-name.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { welcomes } from './acting.ts'
import { firstInLine, freeSeats, recountSeats, runSeatBatch, tellOffersOver } from './seats.ts'

type Facts = { title: string; slots: string; startsAt: number; timeZone: string; placeName: string }

/** More rounds than this in one go are left to the next minute. */
const roundsMost = 20

/**
 * Offers free seats to whoever is first in line, slot by slot, until nobody is left or nothing is free. A party at the front that
 * does not fit keeps its place and is passed by nobody. Nobody is asked at night.
 */
export async function offerSeats(db: Database, { now, newId, platform }: Acting, eventId: string): Promise<void> {
  const [found] = await runBatch<Facts>(db, [
    sql`SELECT title, slots, starts_at AS startsAt, time_zone AS timeZone, place_name AS placeName FROM events e
      WHERE id = ${eventId} AND state = 'published' AND starts_at > ${now}
        AND (waiting > 0 OR EXISTS (SELECT 1 FROM joiners WHERE event_id = e.id AND state = 'offered' AND offer_expires_at <= ${now}))`,
  ])
  const facts = found?.results[0]
  if (!facts || isNight(localHour(now, facts.timeZone))) return
  const slots: (string | null)[] = (JSON.parse(facts.slots) as { id: string }[]).map(({ id }) => id)
  for (let round = 0; round < roundsMost; round++) {
    const offers = await Promise.all(
      (slots.length === 0 ? [null] : slots).map(async (slotId) => {
        const token = makeMailToken()
        return { slotId, token, hash: await hashSecret(token), mail: newId() }
      }),
    )
    const results = await runSeatBatch(
      db,
      eventId,
      now,
      offers.flatMap((offer) => offerOne(eventId, facts, offer, now, platform)),
    )
    if (offers.every((_, index) => !results[3 * index]?.meta.changes)) return
  }
}

type Offer = { slotId: string | null; token: string; hash: string; mail: string }

/** The seat is held and the mail is written in the same breath: there is no offer nobody hears of, and no mail without a seat. */
function offerOne(eventId: string, facts: Facts, { slotId, token, hash, mail }: Offer, now: number, platform: PlatformId | undefined) {
  const expiresAt = now + offerHold(now, facts.startsAt)
  const request = {
    platform,
    template: {
      name: 'seat-offer',
      data: {
        username: '',
        title: facts.title,
        startsAt: facts.startsAt,
        timeZone: facts.timeZone,
        placeName: facts.placeName,
        seats: 1,
        expiresAt,
        token,
      },
    },
  } satisfies Omit<MailRequest, 'to'>
  const words = JSON.stringify(tellOffered({ eventId, title: facts.title, joinerId: '', expiresAt, timeZone: facts.timeZone }))
  return [
    sql`UPDATE joiners SET state = 'offered', offer_hash = ${hash}, offer_expires_at = ${expiresAt}, updated_at = ${now}
      WHERE EXISTS (SELECT 1 FROM events e WHERE e.id = ${eventId} AND e.state = 'published' AND e.starts_at = ${facts.startsAt}
        AND joiners.id = ${firstInLine(slotId)} AND ${freeSeats(slotId)} >= joiners.seats) AND event_id = ${eventId} AND state = 'waiting'`,
    putRowsInOutbox(
      'mail',
      sql`SELECT ${mail} AS id, json_set(${JSON.stringify(request)}, '$.to', u.email, '$.template.data.username', ${shownName('u')}, '$.template.data.seats', j.seats) AS body
        FROM joiners j JOIN users u ON u.id = j.user_id WHERE j.offer_hash = ${hash}`,
      { now },
    ),
    putRowsInOutbox(
      'notices',
      sql`SELECT ${`${mail}:notice`} AS id, json_set(${words}, '$.key', (${words}->>'key') || id, '$.to', json_array(user_id)) AS body
        FROM joiners WHERE offer_hash = ${hash}`,
      { now },
    ),
  ]
}

type OfferRow = SeatOffer['event'] & { seats: number; joinerState: JoinerState; isOn: number; expiresAt: number | null }

/** What the link in the mail is about. Reading it changes nothing: scanners of mail read everything. */
export async function findOffer(db: Database, token: string, now: number): Promise<SeatOffer> {
  const [found] = await runBatch<OfferRow>(db, [
    sql`SELECT e.id, e.title, e.activity, e.starts_at AS startsAt, e.ends_at AS endsAt, e.time_zone AS timeZone, e.place_name AS placeName,
        j.seats, j.state AS joinerState, j.offer_expires_at AS expiresAt,
        e.state = 'published' AND e.starts_at > ${now} AND ${welcomes(sql`j.user_id`)} AS isOn
      FROM joiners j JOIN events e ON e.id = j.event_id WHERE j.offer_hash = ${await hashSecret(token)}`,
  ])
  const row = found?.results[0]
  if (!row) throw offerNotFound()
  const { id, title, activity, startsAt, endsAt, timeZone, placeName, seats, joinerState, expiresAt, isOn } = row
  const isOpen = joinerState === 'offered' && expiresAt !== null && expiresAt > now && isOn === 1
  const state = isOpen ? 'open' : joinerState === 'going' ? 'accepted' : 'over'
  return { event: { id, title, activity, startsAt, endsAt, timeZone, placeName }, seats, state, expiresAt: isOpen ? expiresAt : null }
}

/** Takes or turns down by the link, which proves the mailbox. Once: a second press finds it done. Answers the event. */
export async function answerOffer(db: Database, now: number, token: string, isTaken: boolean): Promise<string> {
  const hash = await hashSecret(token)
  const [found] = await runBatch<{ eventId: string }>(db, [sql`SELECT event_id AS eventId FROM joiners WHERE offer_hash = ${hash}`])
  const eventId = found?.results[0]?.eventId
  if (eventId === undefined) throw offerNotFound()
  const next = isTaken ? 'going' : 'left'
  const [answered, after] = await runSeatBatch<{ state: JoinerState }>(db, eventId, now, [
    sql`UPDATE joiners SET state = ${next}, offer_expires_at = NULL, updated_at = ${now}
      WHERE offer_hash = ${hash} AND state = 'offered'
        AND EXISTS (SELECT 1 FROM events e WHERE e.id = ${eventId} AND e.state = 'published' AND e.starts_at > ${now}
          ${isTaken ? sql`AND ${welcomes(sql`joiners.user_id`)}` : sql``})`,
    sql`SELECT state FROM joiners WHERE offer_hash = ${hash}`,
  ])
  if (!answered?.meta.changes && after?.results[0]?.state !== next) throw new AppError('OfferOver')
  return eventId
}

const offerNotFound = () => new AppError('OfferNotFound')

/** Offers that ran out hold nothing any more, also where nobody comes by: at night, or in a game that began or was called off. */
export async function expireAllOffers(db: Database, now: number, most: number): Promise<void> {
  const over = sql`SELECT id FROM joiners WHERE offer_expires_at IS NOT NULL AND offer_expires_at <= ${now} ORDER BY offer_expires_at LIMIT ${most}`
  await runBatch(db, [
    tellOffersOver(sql`j.id IN (${over})`, now),
    sql`UPDATE joiners SET state = 'lapsed', updated_at = ${now} WHERE state = 'offered' AND id IN (${over})`,
    recountSeats(sql`SELECT event_id FROM joiners WHERE id IN (${over})`),
    sql`UPDATE joiners SET offer_expires_at = NULL WHERE id IN (${over})`,
  ])
}

/** More than these that sleep or have nothing to give are not looked at in a minute. */
const lookedAtMost = 1000

/** Events where it is day and whoever is first in line fits into what is free, the next to begin first. */
export async function listEventsToOffer(db: Database, now: number, most: number): Promise<string[]> {
  const [waiting] = await runBatch<{ id: string; timeZone: string }>(db, [
    sql`SELECT id, time_zone AS timeZone FROM events e WHERE waiting > 0 AND starts_at > ${now} AND state = 'published' AND taken < capacity
      AND EXISTS (SELECT 1 FROM joiners j WHERE j.event_id = e.id AND j.state = 'waiting'
        AND j.id = ${firstInLine(sql`j.slot_id`)} AND ${freeSeats(sql`j.slot_id`)} >= j.seats)
      ORDER BY starts_at LIMIT ${lookedAtMost}`,
  ])
  const nights = new Map<string, boolean>()
  const isAsleep = (timeZone: string) => {
    const known = nights.get(timeZone) ?? isNight(localHour(now, timeZone))
    nights.set(timeZone, known)
    return known
  }
  return (waiting?.results ?? [])
    .filter(({ timeZone }) => !isAsleep(timeZone))
    .slice(0, most)
    .map(({ id }) => id)
}
