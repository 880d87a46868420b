import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import {
  confirmResult,
  disputeResult,
  enterResult,
  judgeAnswer,
  judgeEntry,
  type Match,
  type NextResult,
  type ScoreKeeper,
  sessionNotFound,
} from '../../domain/seasons/result-rules.ts'
import type { EnterResult, MatchSide } from '../../domain/seasons/results-contract.ts'
import { seasonNotFound } from '../../domain/seasons/rules.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { recordResultChange } from './record-change.ts'
import { resultChanges, seasonRegistrations, seasons, teamSessions } from './schema.ts'
import { readResult, sessionColumns } from './session-queries.ts'
import { touchResults } from './table.ts'

type Path = { seasonId: string; eventId: string }

const captaincy = alias(seasonRegistrations, 'captaincy')

const isCaptainOf = (actor: Actor, groupId: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${seasonRegistrations} ${captaincy}
  WHERE ${captaincy.groupId} = ${groupId} AND ${captaincy.kind} = 'captain' AND ${captaincy.userId} = ${actor.id})`

const isCaptain = {
  home: (actor: Actor) => isCaptainOf(actor, sql`${teamSessions.homeGroupId}`),
  away: (actor: Actor) => isCaptainOf(actor, sql`${teamSessions.awayGroupId}`),
}

type Loaded = { teamId: string; match: Match; keeper: ScoreKeeper }

async function loadMatch(db: Database, actor: Actor, { seasonId, eventId }: Path): Promise<Loaded> {
  const teamId = await requireTeamOf(db, seasonId)
  const { facts, session } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    session: selectFields(
      {
        ...sessionColumns,
        seasonId: teamSessions.seasonId,
        startsAt: game.startsAt,
        state: game.state,
        leadsHome: computed(isCaptain.home(actor), asBoolean),
        leadsAway: computed(isCaptain.away(actor), asBoolean),
      },
      sql`FROM ${teamSessions} JOIN ${games} ${game} ON ${game.id} = ${teamSessions.eventId}
        JOIN ${seasons} ON ${seasons.id} = ${teamSessions.seasonId}
        WHERE ${teamSessions.eventId} = ${eventId} AND ${seasons.teamId} = ${teamId} AND ${isVisibleTo(actor.id)}`,
    ),
  })
  const { actorRoles } = readFacts(actor, facts)
  const [row] = session.rows
  if (!canAny(actorRoles, 'seasons.view')) throw seasonNotFound()
  if (!row) throw sessionNotFound()
  if (row.seasonId !== seasonId) throw new AppError('ResultOfOtherSeason', { field: 'eventId' })
  const side: MatchSide | null = row.leadsHome ? 'home' : row.leadsAway ? 'away' : null
  return {
    teamId,
    match: {
      isMatch: row.homeGroupId !== null,
      isCancelled: row.state === 'cancelled',
      startsAt: row.startsAt,
      version: row.version,
      result: readResult(row),
    },
    keeper: { keepsScore: canAny(actorRoles, 'results.enter'), side },
  }
}

const readScore = ({ result }: Match) => result && { home: result.homeScore, away: result.awayScore, forfeit: result.forfeitSide }

type Change = { version: number; note: string; judge: typeof judgeEntry; make: (loaded: Loaded) => NextResult }

/** Writes a result with its trace, if the match still has the version that was judged, and the person may still do it. */
async function changeResult(
  db: Database,
  context: CommandContext,
  actor: Actor,
  path: Path,
  { version, note, judge, make }: Change,
): Promise<void> {
  const { now, newId, platform } = context
  const loaded = await loadMatch(db, actor, path)
  const refusal = judge(now, loaded.match, loaded.keeper, version)
  if (refusal) throw refusal
  const { kind, result } = make(loaded)
  const { homeScore, awayScore, forfeitSide, agreed, disputedSide, isSettled } = result
  const changeId = newId()
  const isSession = sql`${teamSessions.eventId} = ${path.eventId} AND ${teamSessions.seasonId} = ${path.seasonId}`
  const mayStillAct = sql`(${canAct(actor, loaded.teamId, 'results.enter')} OR ${isCaptain.home(actor)} OR ${isCaptain.away(actor)})`
  const wasChanged = sql`EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${isSession} AND ${teamSessions.lastChangeId} = ${changeId})`
  const { changed } = await runBatch(db, {
    changed: updateSet(
      teamSessions,
      {
        homeScore,
        awayScore,
        forfeitSide,
        homeAgrees: agreed.includes('home'),
        awayAgrees: agreed.includes('away'),
        disputedSide,
        isSettled,
        version: version + 1,
        lastChangeId: changeId,
        isCopied: false,
      },
      sql`WHERE ${isSession} AND ${teamSessions.version} = ${version} AND ${mayStillAct}`,
    ),
    traced: insertSelect(
      resultChanges,
      { id: changeId, eventId: path.eventId, userId: actor.id, kind, homeScore, awayScore, forfeitSide, note, createdAt: now },
      sql`WHERE ${wasChanged}`,
    ),
    recorded: recordResultChange(
      context,
      actor,
      { teamId: loaded.teamId, seasonId: path.seasonId },
      { kind: `result-${kind}`, oldScore: readScore(loaded.match) },
      sql`${isSession} AND ${wasChanged}`,
    ),
    touched: touchResults(path.seasonId, wasChanged),
    notified: notifyOf({ kind: 'result-changed', eventId: path.eventId, changeId }, { id: newId(), now, platform }, wasChanged),
  })
  if (changed.changes > 0) return
  const after = await loadMatch(db, actor, path)
  throw judge(now, after.match, after.keeper, version) ?? new AppError('Conflict')
}

export const putResult = (
  db: Database,
  clock: CommandContext,
  actor: Actor,
  path: Path,
  { version, note, ...score }: EnterResult,
): Promise<void> =>
  changeResult(db, clock, actor, path, {
    version,
    note,
    judge: judgeEntry,
    make: ({ match, keeper }) => enterResult(match, keeper, score),
  })

/** The judge has refused whoever is no captain, and a match without a result. */
const answer =
  (respond: typeof confirmResult) =>
  ({ match: { result }, keeper: { side } }: Loaded): NextResult => {
    if (!result || !side) throw new Error('A result was answered that nobody can answer')
    return respond(result, side)
  }

export const putConfirmation = (
  db: Database,
  clock: CommandContext,
  actor: Actor,
  path: Path,
  { version }: { version: number },
): Promise<void> => changeResult(db, clock, actor, path, { version, note: '', judge: judgeAnswer, make: answer(confirmResult) })

export const putDispute = (
  db: Database,
  clock: CommandContext,
  actor: Actor,
  path: Path,
  { version, note }: { version: number; note: string },
): Promise<void> => changeResult(db, clock, actor, path, { version, note, judge: judgeAnswer, make: answer(disputeResult) })
