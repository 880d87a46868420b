import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { JoinEvent } from '../../domain/events/join-contract.ts'
import type { Pricing } from '../../domain/events/pricing-contract.ts'
import { canHoldSeats, canJoinWithFriends, judgeJoin, readAnswers } from '../../domain/events/rules.ts'
import { findTier, hasTiers } from '../../domain/events/seat-price.ts'
import { judgeSeat } from '../../domain/events/seat-rules.ts'
import { type JoinOutcome, joinOutcomes } from '../../domain/events/states.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { countFriendsWith } from './friend-seats.ts'
import { holdForFriends, selectHeldFor } from './hold-for-friends.ts'
import { hasHold, releaseHold } from './holds.ts'
import { insertEntry } from './insert-entry.ts'
import { invitePeople } from './invite.ts'
import { isJoiningOpen } from './joins-at.ts'
import { type EventForJoiner, isKeptOut, isOpenForJoining, readEventForJoiner, toJoinFacts } from './read-event-for-joiner.ts'
import { events, joiners } from './schema.ts'
import { fitsTier, freeSeats, hasWaitlist, runSeatBatch, seatStateBy, selectActiveJoiner, slotSeats } from './seats.ts'
import { e } from './tables.ts'
import { newTicketCode } from './ticket-codes.ts'
import { drawLotteryNumber, waitlistRankOf } from './waitlist-rank.ts'

/**
 * Takes seats for a person and all their guests, or none. One statement counts the free seats and takes them. If there are not
 * enough, or others already wait, the person joins the waitlist if they chose to. A second request changes nothing. A seat that was held
 * for the person is theirs, whoever waits.
 */
export async function joinEvent(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
  { slotId, guests, tierId = null, answers: givenAnswers, friendIds = [], orWait }: JoinEvent,
  holdId: string | null = null,
): Promise<void> {
  const event = await readEventForJoiner(db, eventId, userId, now)
  // A draft is refused first, before an error about missing answers.
  if (event.state === 'draft') throw judgeJoin(toJoinFacts(event, slotId, now), guests.length)
  const answers = readAnswers(event.questions, givenAnswers)
  requireTier(event, tierId)
  const id = newId()
  const draw = await drawLotteryNumber(eventId, userId)
  const seats = 1 + guests.length
  const friends = [...new Set(friendIds)].filter((friendId) => friendId !== userId)
  if (friends.length > 0 && !canHoldSeats(event)) throw new AppError('SeatsNotHeld')
  if (friends.length > 0 && !canJoinWithFriends(event)) throw new AppError('PayBeforeFriends')
  const hasOthers = guests.length + friends.length > 0
  // Friends whom the player brought before leaving are still in the game.
  const others = sql`(${guests.length} + ${countFriendsWith(friends, userId, eventId)})`
  const hadHold = hasHold(holdId, slotId)
  const hasTicket = fitsTier({ id: holdId ?? id, tierId, seats })
  const isFree = sql`${freeSeats(slotId)} + ${hadHold} >= ${seats} AND (${hadHold} OR NOT ${hasWaitlist(slotId)})`
  const found = sql`SELECT ${e.id} AS id, ${e.startsAt} AS startsAt, ${waitlistRankOf(userId, draw)} AS waitlistRank,
      CASE WHEN ${e.needsApproval} AND NOT ${isHostOf(userId)} THEN 'asked'
        WHEN ${isFree} AND ${hasTicket} THEN ${seatStateBy('join', userId, now)}
        WHEN ${orWait ? 1 : 0} THEN 'waiting' END AS state
    FROM ${events} ${e}
    WHERE ${isOpenForJoining(eventId, userId, now)} AND ${isJoiningOpen(userId, now)} AND NOT ${isKeptOut(userId, now)}
      AND ${hasOthers ? sql`${others} <= ${e.maxGuests}` : sql`1`} AND ${slotSeats(slotId)} >= ${seats}`
  const notifyHosts = (as: JoinOutcome) =>
    notifyOf(
      { kind: 'event-joined', joinerId: id, as },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${id} AND ${joiners.state} = ${as})`,
    )
  const { after, held, party, tickets } = await runSeatBatch(
    db,
    eventId,
    now,
    {
      joined: insertEntry(
        { id, userId, slotId, tierId, guests, answers, ticketCode: newTicketCode(eventId), hasOwnMail: true, now },
        found,
      ),
      friends:
        friends.length === 0
          ? []
          : await holdForFriends(event, { joinerId: id, userId, eventId, slotId, friendIds: friends, now, newId, platform }),
      released: holdId === null ? [] : releaseHold(holdId),
      notified: joinOutcomes.map(notifyHosts),
      after: selectActiveJoiner(db, eventId, userId),
      held: friends.length === 0 ? [] : [selectHeldFor(userId, eventId)],
      party: hasOthers ? [select({ others: asNumber }, sql`SELECT ${others} AS others`)] : [],
      tickets:
        tierId === null
          ? []
          : [select({ areLeft: asBoolean }, sql`SELECT ${hasTicket} AS areLeft FROM ${events} ${e} WHERE ${e.id} = ${eventId}`)],
    },
    platform,
  )
  if (after.rows.length > 0) {
    // Without seats for all of them, nobody holds any.
    if (held.some(({ rows }) => rows.length === 0))
      await inviteFriends(db, { now, newId, ...(platform && { platform }) }, userId, eventId, friends)
    return
  }
  const refusal = judgeJoin(toJoinFacts(event, slotId, now), guests.length, party[0]?.rows[0]?.others ?? 0)
  const outcome = judgeSeat({ ...event, way: 'join', now })
  if (refusal.code !== 'EventFull') throw refusal
  if (outcome instanceof AppError) throw outcome
  throw tickets.some(({ rows }) => rows[0]?.areLeft === false) ? new AppError('TicketsSoldOut') : refusal
}

/** The person is in the game, also if they cannot invite anybody any more today. */
async function inviteFriends(db: Database, context: CommandContext, userId: string, eventId: string, userIds: string[]): Promise<void> {
  try {
    await invitePeople(db, context, userId, eventId, { userIds, listId: null, teamId: null })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/**
 * Checks that somebody who is not signed in could join a game with this choice, apart from its seats, and reads the game. A game that
 * only its community sees does not exist for them.
 */
export async function requireJoinable(
  db: Database,
  eventId: string,
  { slotId, tierId = null, answers }: Omit<JoinEvent, 'guests' | 'friendIds'>,
  now: number,
): Promise<EventForJoiner> {
  const event = await readEventForJoiner(db, eventId, null, now)
  const refusal = judgeJoin(toJoinFacts(event, slotId, now), 0)
  // Whoever must fill a form first is led to it once they are signed in.
  if (refusal.code !== 'EventFull' && refusal.code !== 'GameFormFirst') throw refusal
  const outcome = judgeSeat({ ...event, way: 'join', now })
  if (outcome instanceof AppError) throw outcome
  readAnswers(event.questions, answers)
  requireTier(event, tierId)
  return event
}

/** Whoever joins chooses one of the tickets that the game has. Hosts do not pay, and need none. */
function requireTier({ pricing, isHost }: { pricing: Pricing | null; isHost: boolean }, tierId: string | null): void {
  const isMissing = tierId === null ? !isHost && pricing !== null && hasTiers(pricing) : !findTier(pricing ?? {}, tierId)
  if (isMissing) throw new AppError('TicketMissing')
}
