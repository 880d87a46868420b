import { eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { sessionNotFound } from '../../domain/seasons/result-rules.ts'
import { seasonNotFound } from '../../domain/seasons/rules.ts'
import { stateOfAsk } from '../../domain/seasons/substitute-rules.ts'
import {
  maxAsked,
  maxOwnAsks,
  maxSubstituteCandidates,
  type OwnAsks,
  type SubstituteCandidates,
  type Substitutes,
} from '../../domain/seasons/substitutes-contract.ts'
import { type ActorRoles, canAny } from '../../domain/teams/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { hasSeat, openSubstituteSeats, wasInGame } from '../events/take-substitute-seat.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communityMembers } from '../teams/shared.ts'
import { isAsked } from './ask-substitutes.ts'
import { playsForOwnSide } from './own-side.ts'
import { mayBeNamedTo, requireTeamOf } from './queries.ts'
import { seasonRegistrations, seasons, substituteAsks, substituteCalls, teamSessions } from './schema.ts'

export type OfSession = { seasonId: string; eventId: string }

/** In a statement about `team_sessions`: organizers, and the captains of the sides of the game. A practice belongs to all captains. */
export const mayAskSubstitutes = (actor: Actor, teamId: string): SQL => sql`(${canAct(actor, teamId, 'seasons.manage')}
  OR (${canAct(actor, teamId, 'seasons.view')} AND EXISTS (SELECT 1 FROM ${seasonRegistrations}
    WHERE ${seasonRegistrations.seasonId} = ${teamSessions.seasonId} AND ${seasonRegistrations.userId} = ${actor.id}
      AND ${seasonRegistrations.kind} = 'captain'
      AND (${teamSessions.homeGroupId} IS NULL OR ${seasonRegistrations.groupId} IN (${teamSessions.homeGroupId}, ${teamSessions.awayGroupId})))))`

/** How many seats of event `e` substitutes can take now. */
export const openSeatsNow = (now: number): SQL =>
  sql`iif(${game.state} = 'published' AND ${game.startsAt} > ${now}, coalesce(${openSubstituteSeats(substituteCalls.seats)}, 0), 0)`

export const joinCall = sql`LEFT JOIN ${substituteCalls} ON ${substituteCalls.eventId} = ${game.id}`

/** The game of the season, if the actor can see it: how many seats are open, and whether the actor may ask substitutes. */
export const selectAskFacts = (actor: Actor, teamId: string, { seasonId, eventId }: OfSession, now: number) =>
  selectFields(
    { openSeats: computed(openSeatsNow(now), asNumber), mayAsk: computed(mayAskSubstitutes(actor, teamId), asBoolean) },
    sql`FROM ${games} ${game} CROSS JOIN ${teamSessions} ON ${teamSessions.eventId} = ${game.id} ${joinCall}
      WHERE ${game.id} = ${eventId} AND ${teamSessions.seasonId} = ${seasonId} AND ${isVisibleTo(actor.id)}`,
  )

/** Why the actor may not ask substitutes for a game; null if they may. */
export function judgeAsker(actorRoles: ActorRoles, session: { mayAsk: boolean } | undefined): AppError | null {
  if (!canAny(actorRoles, 'seasons.view')) return seasonNotFound()
  if (!session) return sessionNotFound()
  return session.mayAsk ? null : new AppError('NotAllowed')
}

/** Who was asked to take a seat in a game, for organizers and its captains. */
export async function readSubstitutes(db: Database, now: number, actor: Actor, session: OfSession): Promise<Substitutes> {
  const teamId = await requireTeamOf(db, session.seasonId)
  const { facts, found, asked } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: selectAskFacts(actor, teamId, session, now),
    asked: selectFields(
      { ...faceColumns, askedAt: substituteAsks.askedAt, answer: substituteAsks.answer, isByHand: substituteAsks.isByHand },
      sql`FROM ${substituteAsks} CROSS JOIN ${people} ON ${people.id} = ${substituteAsks.userId}
        WHERE ${eq(substituteAsks.eventId, session.eventId)} AND ${mayBeNamedTo(actor, teamId)}
        ORDER BY ${substituteAsks.askedAt} DESC, ${people.id} LIMIT ${maxAsked}`,
    ),
  })
  const [row] = found.rows
  const refusal = judgeAsker(readFacts(actor, facts).actorRoles, row)
  if (refusal || !row) throw refusal ?? sessionNotFound()
  return {
    openSeats: row.openSeats,
    asked: asked.rows.map(({ askedAt, answer, isByHand, ...face }) => ({ person: toFace(face), askedAt, answer, isByHand })),
  }
}

/** Members whom an organizer or captain can ask by hand. `q` is a part of their name. */
export async function listSubstituteCandidates(
  db: Database,
  now: number,
  actor: Actor,
  session: OfSession,
  q: string,
): Promise<SubstituteCandidates> {
  const teamId = await requireTeamOf(db, session.seasonId)
  const isSubstitute = sql`EXISTS (SELECT 1 FROM ${seasonRegistrations} WHERE ${seasonRegistrations.seasonId} = ${session.seasonId}
    AND ${seasonRegistrations.userId} = ${people.id} AND ${seasonRegistrations.kind} IN ('freeAgent', 'substitute'))`
  const { facts, found, candidates } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: selectAskFacts(actor, teamId, session, now),
    candidates: selectFields(
      { ...faceColumns, isSubstitute: computed(isSubstitute, asBoolean) },
      sql`FROM ${teamSessions} CROSS JOIN ${games} ${game} ON ${game.id} = ${teamSessions.eventId}
        CROSS JOIN ${communityMembers} ON ${communityMembers.teamId} = ${teamId} CROSS JOIN ${people} ON ${people.id} = ${communityMembers.userId}
        WHERE ${teamSessions.eventId} = ${session.eventId} AND ${mayAskSubstitutes(actor, teamId)} AND ${people.id} <> ${actor.id}
          AND ${people.deletedAt} IS NULL AND instr(lower(${people.displayName}), ${q.toLowerCase()}) > 0
          AND ${hasNoBlock(actor.id ?? '', people.id)} AND NOT ${wasInGame(people.id)} AND NOT ${isAsked(sql`${people.id}`)}
        ORDER BY isSubstitute DESC, lower(${people.displayName}), ${people.id} LIMIT ${maxSubstituteCandidates}`,
    ),
  })
  const refusal = judgeAsker(readFacts(actor, facts).actorRoles, found.rows[0])
  if (refusal) throw refusal
  return { people: candidates.rows.map(({ isSubstitute: isSub, ...face }) => ({ ...toFace(face), isSubstitute: isSub })) }
}

/** The games to come of a season in which the viewer was asked to take a seat, by their start. */
export async function listOwnAsks(db: Database, now: number, actor: Actor, seasonId: string): Promise<OwnAsks> {
  const teamId = await requireTeamOf(db, seasonId)
  const { facts, asks } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    asks: selectFields(
      {
        ...{ eventId: game.id, title: game.title, startsAt: game.startsAt, endsAt: game.endsAt, timeZone: game.timeZone },
        ...{ placeName: game.placeName, homeGroupId: teamSessions.homeGroupId, awayGroupId: teamSessions.awayGroupId },
        answer: substituteAsks.answer,
        isGoing: computed(hasSeat(actor.id ?? ''), asBoolean),
        isOpen: computed(sql`${openSeatsNow(now)} > 0`, asBoolean),
        doesOwnSidePlay: computed(playsForOwnSide(actor.id ?? '', seasonId), asBoolean),
      },
      sql`FROM ${substituteAsks} CROSS JOIN ${teamSessions} ON ${teamSessions.eventId} = ${substituteAsks.eventId}
        CROSS JOIN ${seasons} ON ${seasons.id} = ${teamSessions.seasonId} CROSS JOIN ${games} ${game} ON ${game.id} = ${substituteAsks.eventId} ${joinCall}
        WHERE ${substituteAsks.userId} = ${actor.id} AND ${seasons.id} = ${seasonId} AND ${game.startsAt} > ${now}
          AND ${game.state} = 'published' AND ${isVisibleTo(actor.id)}
        ORDER BY ${game.startsAt}, ${game.id} LIMIT ${maxOwnAsks}`,
    ),
  })
  if (!canAny(readFacts(actor, facts).actorRoles, 'seasons.view')) throw seasonNotFound()
  return { asks: asks.rows.map(({ answer, isGoing, isOpen, ...ask }) => ({ ...ask, state: stateOfAsk({ answer, isGoing, isOpen }) })) }
}
