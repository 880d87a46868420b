import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { SeatOffer } from '../../domain/events/join-contract.ts'
import { mustAnswer, readAnswers } from '../../domain/events/rules.ts'
import { findTier, hasTiers, pricingOfTier } from '../../domain/events/seat-price.ts'
import { judgeSeat } from '../../domain/events/seat-rules.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from './acting.ts'
import { priceFields, toPrice } from './event-price.ts'
import { selectOverlaps } from './overlaps.ts'
import { events, joiners } from './schema.ts'
import { runSeatBatch, takenStateBy, takingFacts } from './seats.ts'
import { e, j } from './tables.ts'

const offerNotFound = () => new AppError('OfferNotFound')

const selectOffer = (hash: string, now: number) =>
  select(
    {
      id: e.id,
      title: e.title,
      activity: e.activity,
      startsAt: e.startsAt,
      endsAt: e.endsAt,
      timeZone: e.timeZone,
      placeName: e.placeName,
      seats: j.seats,
      tierId: j.tierId,
      userId: j.userId,
      joinerState: j.state,
      expiresAt: j.offerExpiresAt,
      isOn: asBoolean,
      questions: e.questions,
      answers: j.answers,
      heldBy: j.heldBy,
    },
    sql`SELECT ${e.id} AS id, ${e.title} AS title, ${e.activity} AS activity, ${e.startsAt} AS startsAt, ${e.endsAt} AS endsAt,
        ${e.timeZone} AS timeZone, ${e.placeName} AS placeName, ${j.seats} AS seats, ${j.tierId} AS tierId, ${j.userId} AS userId, ${j.state} AS joinerState, ${j.offerExpiresAt} AS expiresAt,
        ${e.questions} AS questions, ${j.answers} AS answers, ${j.heldBy} AS heldBy,
        ${e.state} = 'published' AND ${e.startsAt} > ${now} AND ${isVisibleTo(j.userId)} AS isOn
      FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId} WHERE ${j.offerHash} = ${hash}`,
  )

/** The offer of a link. Opening the link changes nothing, because email scanners open every link. */
export async function findOffer(db: Database, token: string, now: number): Promise<SeatOffer> {
  const row = await readFirst(db, selectOffer(await hashSecret(token), now))
  if (!row) throw offerNotFound()
  const { seats, tierId, userId, joinerState, expiresAt, isOn, questions, answers, heldBy, ...event } = row
  const isOpen = joinerState === 'offered' && expiresAt !== null && expiresAt > now && isOn
  const state = isOpen ? 'open' : joinerState === 'going' ? 'accepted' : joinerState === 'paying' ? 'paying' : 'over'
  const offer = { event, seats, state, expiresAt: isOpen ? expiresAt : null, ...(heldBy !== null && { isFromFriend: true }) } as const
  if (userId === null || (state !== 'open' && state !== 'paying')) return { ...offer, price: null, overlaps: [] }
  const { price, overlaps } = await runBatch(db, {
    price: selectFields(priceFields(userId, now), sql`FROM ${events} ${e} WHERE ${e.id} = ${event.id}`),
    overlaps: isOpen ? [selectOverlaps(userId, sql`${event.id}`)] : [],
  })
  const [found] = price.rows.map(toPrice)
  const asksTicket = found != null && hasTiers(found) && !findTier(found, tierId)
  const asksMore = asksTicket || (isOpen && mustAnswer({ questions, answers, heldBy }))
  return {
    ...offer,
    price: found ? pricingOfTier(found, tierId) : null,
    ...(asksMore && { asksMore }),
    overlaps: overlaps.flatMap(({ rows }) => rows),
  }
}

/**
 * Accepts or declines an offer by its link, which only the owner of the mailbox has. Doing it a second time changes nothing.
 * Returns the id of the event.
 */
export async function answerOffer(db: Database, now: number, token: string, isAccepted: boolean): Promise<string> {
  const hash = await hashSecret(token)
  const hasOffer = eq(joiners.offerHash, hash)
  const found = await readFirst(
    db,
    selectFields(
      {
        eventId: j.eventId,
        state: j.state,
        questions: e.questions,
        answers: j.answers,
        heldBy: j.heldBy,
        ...takingFacts(j, j.userId, now),
      },
      sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId} WHERE ${j.offerHash} = ${hash}`,
    ),
  )
  if (!found) throw offerNotFound()
  const { eventId } = found
  if (isAccepted && found.state === 'offered' && mustAnswer(found)) readAnswers(found.questions, found.answers)
  const nextState = sql`(SELECT ${isAccepted ? takenStateBy('offer', joiners, joiners.userId, now) : sql`'left'`} FROM ${events} ${e}
    WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.startsAt} > ${now} ${isAccepted ? sql`AND ${isVisibleTo(joiners.userId)}` : sql``})`
  const { answered, after } = await runSeatBatch(db, eventId, now, {
    answered: db
      .update(joiners)
      .set({ state: nextState, offerExpiresAt: null, payUntil: null, updatedAt: now, isConfirmed: false })
      .where(sql`${hasOffer} AND ${joiners.state} = 'offered' AND ${nextState} IS NOT NULL`),
    after: db.select({ state: joiners.state }).from(joiners).where(hasOffer),
  })
  const state = after.rows[0]?.state
  if (answered.changes > 0 || (isAccepted ? state === 'going' || state === 'paying' : state === 'left')) return eventId
  const outcome = judgeSeat({ ...found, way: 'offer', now })
  throw isAccepted && state === 'offered' && outcome instanceof AppError ? outcome : new AppError('OfferOver')
}
