import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { judgeSeat } from '../../domain/events/seat-rules.ts'
import { seasonNotFound } from '../../domain/seasons/rules.ts'
import { maxAsked, type SubstituteAnswer } from '../../domain/seasons/substitutes-contract.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { isVisibleTo } from '../events/acting.ts'
import { runSeatBatch, seatFacts } from '../events/seats.ts'
import { game, games } from '../events/shared.ts'
import { hasSeat, openSubstituteSeats, seatsWithOneMore, takeSubstituteSeat, wasInGame } from '../events/take-substitute-seat.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { isAsked, mayBeAskedToday } from './ask-substitutes.ts'
import { requireTeamOf } from './queries.ts'
import { substituteAsks, substituteCalls, teamSessions } from './schema.ts'
import { joinCall, judgeAsker, mayAskSubstitutes, type OfSession, openSeatsNow, selectAskFacts } from './substitute-queries.ts'

/** Asks one member to take a free seat in a game. Asking somebody again changes nothing. */
export async function askByHand(
  db: Database,
  { now, newId, platform }: CommandContext,
  actor: Actor,
  session: OfSession,
  userId: string,
): Promise<void> {
  const { seasonId, eventId } = session
  const teamId = await requireTeamOf(db, seasonId)
  const senderId = actor.id ?? ''
  const sent = { kind: 'substituteAsk', senderId, now } as const
  const person = sql`${userId}`
  const atGame = sql`FROM ${games} ${game} CROSS JOIN ${teamSessions} ON ${teamSessions.eventId} = ${game.id}
    WHERE ${game.id} = ${eventId} AND ${teamSessions.seasonId} = ${seasonId} AND ${game.state} = 'published' AND ${game.startsAt} > ${now}
      AND ${mayAskSubstitutes(actor, teamId)} AND ${isVisibleTo(actor.id)}`
  const hasFreeSeat = sql`${openSubstituteSeats(seatsWithOneMore)} > 0`
  const isFull = sql`(SELECT count(*) FROM ${substituteAsks} WHERE ${substituteAsks.eventId} = ${eventId}) >= ${maxAsked}`
  const isNew = sql`EXISTS (SELECT 1 FROM ${substituteAsks} WHERE ${substituteAsks.eventId} = ${eventId} AND ${substituteAsks.userId} = ${userId}
    AND ${substituteAsks.askedBy} = ${senderId} AND ${substituteAsks.askedAt} = ${now})`
  const { facts, found, counts, state, asked } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: selectAskFacts(actor, teamId, session, now),
    counts: selectOutreachCounts(sent, userId),
    state: selectFields(
      { isAsked: computed(isAsked(person), asBoolean), hasFreeSeat: computed(hasFreeSeat, asBoolean) },
      sql`FROM ${games} ${game} WHERE ${game.id} = ${eventId} AND ${game.startsAt} > ${now} AND ${game.state} = 'published'`,
    ),
    asked: insertSelect(
      substituteAsks,
      { eventId: game.id, userId, askedAt: now, isByHand: true, askedBy: senderId },
      sql`${atGame} AND ${hasFreeSeat} AND NOT ${isFull} AND ${userId} <> ${senderId} AND ${isInTeam(teamId, userId)} AND ${isVisibleTo(userId)}
        AND EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NULL)
        AND ${hasNoBlock(senderId, userId)} AND NOT ${wasInGame(userId)} AND ${mayBeAskedToday(person, now)} AND ${isWithinLimits(sent, userId)}
        ON CONFLICT DO NOTHING`,
    ),
    counted: countOutreach(sent, { id: newId(), recipientId: userId }),
    called: insertSelect(
      substituteCalls,
      { eventId: game.id, seats: seatsWithOneMore },
      sql`${atGame} AND ${isNew} ${onConflictUpdate(substituteCalls, ['eventId'], {
        seats: sql`max(${substituteCalls.seats}, ${excluded(substituteCalls.seats)})`,
      })}`,
    ),
    notified: notifyOf({ kind: 'substitute-asked', eventId, actorId: senderId, at: now }, { id: newId(), now, platform }, isNew),
  })
  if (asked.changes > 0) return
  const refusal = judgeAsker(readFacts(actor, facts).actorRoles, found.rows[0])
  if (refusal) throw refusal
  const [before] = state.rows
  if (!before) throw new AppError('SubstituteOver')
  if (before.isAsked) return
  if (!before.hasFreeSeat) throw new AppError('NoSeatForSubstitute')
  throw explainLimits('substituteAsk', counts) ?? new AppError('CannotAskSubstitute')
}

/** Answers for the viewer. The first yes gets the seat, and a repeated answer changes nothing. */
export async function answerAsk(
  db: Database,
  context: CommandContext,
  actor: Actor,
  { seasonId, eventId }: OfSession,
  answer: SubstituteAnswer,
): Promise<void> {
  const teamId = await requireTeamOf(db, seasonId)
  const { now, newId } = context
  const userId = actor.id ?? ''
  const isMember = canAct(actor, teamId, 'seasons.view')
  const isTheirs = sql`EXISTS (SELECT 1 FROM ${substituteAsks} CROSS JOIN ${teamSessions} ON ${teamSessions.eventId} = ${substituteAsks.eventId}
    WHERE ${substituteAsks.eventId} = ${eventId} AND ${substituteAsks.userId} = ${userId} AND ${teamSessions.seasonId} = ${seasonId})`
  const seatsOfCall = sql`(SELECT ${substituteCalls.seats} FROM ${substituteCalls} WHERE ${substituteCalls.eventId} = ${eventId})`
  const seat = takeSubstituteSeat(context, {
    ...{ joinerId: newId(), userId, eventId },
    when: sql`${answer} = 'yes' AND ${isMember} AND ${isTheirs} AND ${openSubstituteSeats(seatsOfCall)} > 0`,
  })
  const stores =
    answer === 'yes'
      ? seat.isTaken
      : sql`${isMember} AND NOT EXISTS (SELECT 1 FROM ${games} ${game} WHERE ${game.id} = ${eventId} AND ${hasSeat(userId)})`
  const { facts, after } = await runSeatBatch(db, eventId, now, {
    facts: selectFacts(actor, teamId),
    joined: seat.joined,
    notified: seat.notified,
    answered: db
      .update(substituteAsks)
      .set({ answer, answeredAt: now })
      .where(and(eq(substituteAsks.eventId, eventId), eq(substituteAsks.userId, userId), isTheirs, stores)),
    after: selectFields(
      {
        isGoing: computed(hasSeat(userId), asBoolean),
        isOpen: computed(sql`${openSeatsNow(now)} > 0`, asBoolean),
        state: game.state,
        ...seatFacts(userId, now),
      },
      sql`FROM ${games} ${game} ${joinCall} WHERE ${game.id} = ${eventId} AND ${isTheirs} AND ${isVisibleTo(userId)}`,
    ),
  })
  if (!canAny(readFacts(actor, facts).actorRoles, 'seasons.view')) throw seasonNotFound()
  const [row] = after.rows
  if (!row) throw new AppError('SubstituteNotAsked')
  if (answer === 'no') {
    if (row.isGoing) throw new AppError('SubstituteSaidYes')
    return
  }
  if (row.isGoing) return
  const outcome = judgeSeat({ ...row, way: 'substitute', now })
  if (row.isOpen && outcome instanceof AppError) throw outcome
  throw new AppError(row.state !== 'published' || row.startsAt <= now ? 'SubstituteOver' : 'SubstituteSeatTaken')
}
