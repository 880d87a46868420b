import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { readStart } from '../../domain/events/plan-times.ts'
import type { Season } from '../../domain/seasons/contract.ts'
import { type CopySeason, shiftDates, shiftGame } from '../../domain/seasons/copy-contract.ts'
import type { Attendance } from '../../domain/seasons/pattern-contract.ts'
import { judgeSeason, judgeSeasonChange, seasonNotFound } from '../../domain/seasons/rules.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { type CopiedGame, copyGames } from '../events/copy-games.ts'
import { games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { requireTeamOf, seasonColumns } from './queries.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, seasons, teamSessions } from './schema.ts'
import { hasRoom, selectPlanFull } from './season-limit.ts'

/**
 * Copies a season with its groups, and with its people and games if the person chose so. Everything is made in one batch. The id comes
 * from what is copied, so two people who make the same copy at once make one. A copy with other choices is refused while that one exists.
 */
export async function copySeason(
  db: Database,
  clock: Clock,
  actor: Actor,
  sourceId: string,
  { label, startDate, copiesPeople, copiesGames }: CopySeason,
): Promise<Season> {
  const { now } = clock
  const teamId = await requireTeamOf(db, sourceId)
  const { facts, source, groups, sessions } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    source: db.select(seasonColumns).from(seasons).where(eq(seasons.id, sourceId)),
    groups: db.select({ id: seasonGroups.id }).from(seasonGroups).where(eq(seasonGroups.seasonId, sourceId)),
    sessions: db
      .select({
        from: games.id,
        startsAt: games.startsAt,
        endsAt: games.endsAt,
        timeZone: games.timeZone,
        homeGroupId: teamSessions.homeGroupId,
        awayGroupId: teamSessions.awayGroupId,
        attendance: teamSessions.attendance,
      })
      .from(teamSessions)
      .innerJoin(games, eq(games.id, teamSessions.eventId))
      .where(and(eq(teamSessions.seasonId, sourceId), eq(games.state, 'published'))),
  })
  const { actorRoles } = readFacts(actor, facts)
  const [season] = source.rows
  const refusal = judgeSeasonChange(actorRoles)
  if (refusal || !season) throw refusal ?? seasonNotFound()
  const dates = shiftDates(season, startDate)
  if (!dates) throw new AppError('NotADate', { field: 'startDate' })
  const idWith = (people: boolean, games: boolean) =>
    deriveId('season-copy', sourceId, label.toLowerCase(), startDate, `people ${people}`, `games ${games}`)
  const [id, ...otherIds] = await Promise.all([
    idWith(copiesPeople, copiesGames),
    idWith(!copiesPeople, copiesGames),
    idWith(copiesPeople, !copiesGames),
    idWith(!copiesPeople, !copiesGames),
  ])
  const copiedGroups = await Promise.all(
    groups.rows.map(async (group) => ({ from: group.id, to: await deriveId('group-copy', id, group.id) })),
  )
  const groupIds = new Map(copiedGroups.map(({ from, to }) => [from, to]))
  const copied: (CopiedGame & { home: string | null; away: string | null; attendance: Attendance | null })[] = []
  for (const { from, startsAt, endsAt, timeZone, homeGroupId, awayGroupId, attendance } of copiesGames ? sessions.rows : []) {
    const { date, time } = instantToLocal(startsAt, timeZone)
    const newDate = shiftGame(date, season, dates)
    const newStart = newDate === null ? now : readStart(`${newDate}T${time}`, timeZone)
    if (newStart <= now) continue
    const [home = null, away = null] = [homeGroupId, awayGroupId].map((group) => (group === null ? null : (groupIds.get(group) ?? null)))
    copied.push({
      from,
      id: await deriveId('game-copy', id, from),
      startsAt: newStart,
      endsAt: newStart + endsAt - startsAt,
      home,
      away,
      attendance,
    })
  }
  const isNew = sql`EXISTS (SELECT 1 FROM ${seasons} WHERE ${seasons.id} = ${id} AND ${seasons.createdBy} = ${actor.id}
    AND ${seasons.createdAt} = ${now} AND ${seasons.version} = 1)`
  const lots = crypto.getRandomValues(new Uint32Array(copiedGroups.length))
  const groupRows = copiedGroups.map((group, index) => ({ ...group, lot: lots[index] ?? 0 }))
  const copyOf = (groupId: SQLWrapper) =>
    sql`(SELECT value->>'to' FROM json_each(${JSON.stringify(groupRows)}) WHERE value->>'from' = ${groupId})`
  const { full, made, others } = await runBatch(db, {
    full: selectPlanFull(teamId, now),
    season: insertSelect(
      seasons,
      { id, teamId, label, startsOn: dates.startDate, endsOn: dates.endDate, createdBy: actor.id, createdAt: now, copiedFrom: sourceId },
      sql`WHERE ${canAct(actor, teamId, 'seasons.manage')}
        AND ${hasRoom(teamId, now)}
        AND NOT EXISTS (SELECT 1 FROM ${seasons} WHERE ${inList(seasons.id, otherIds)}) ON CONFLICT DO NOTHING`,
    ),
    recorded: recordChange(clock, actor, teamId, { kind: 'season-copied', details: { season: label } }),
    groups: insertSelect(
      seasonGroups,
      {
        ...{
          id: sql`copy.value->>'to'`,
          seasonId: id,
          name: seasonGroups.name,
          nameKey: seasonGroups.nameKey,
          levelMin: seasonGroups.levelMin,
        },
        ...{ levelMax: seasonGroups.levelMax, size: seasonGroups.size, lot: sql`copy.value->>'lot'`, isCopied: true },
      },
      sql`FROM json_each(${JSON.stringify(groupRows)}) copy CROSS JOIN ${seasonGroups} ON ${seasonGroups.id} = copy.value->>'from'
        WHERE ${isNew} ON CONFLICT DO NOTHING`,
    ),
    people: copiesPeople
      ? [
          insertSelect(
            seasonRegistrations,
            {
              ...{ seasonId: id, userId: seasonRegistrations.userId, endsOn: dates.endDate, registeredAt: now, isCopied: true },
              ...{ kind: seasonRegistrations.kind, groupId: copyOf(seasonRegistrations.groupId) },
            },
            sql`FROM ${seasonRegistrations} WHERE ${seasonRegistrations.seasonId} = ${sourceId} AND ${isInTeam(teamId, seasonRegistrations.userId)}
              AND ${isNew} ON CONFLICT DO NOTHING`,
          ),
          insertSelect(
            seasonGuests,
            {
              ...{ seasonId: id, guestId: seasonGuests.guestId, endsOn: dates.endDate, registeredAt: now, isCopied: true },
              groupId: copyOf(seasonGuests.groupId),
            },
            sql`FROM ${seasonGuests} WHERE ${seasonGuests.seasonId} = ${sourceId} AND ${isNew} ON CONFLICT DO NOTHING`,
          ),
        ]
      : [],
    games: copied.length > 0 ? [copyGames(copied, { actorId: actor.id ?? '', now, when: isNew })] : [],
    sessions: insertSelect(
      teamSessions,
      {
        ...{ eventId: games.id, seasonId: id, homeGroupId: sql`copy.value->>'home'`, awayGroupId: sql`copy.value->>'away'` },
        ...{ attendance: sql`copy.value->>'attendance'`, isCopied: true },
      },
      sql`FROM json_each(${JSON.stringify(copied)}) copy CROSS JOIN ${games} ON ${games.id} = copy.value->>'id' WHERE ${isNew} ON CONFLICT DO NOTHING`,
    ),
    made: db.select(seasonColumns).from(seasons).where(eq(seasons.id, id)),
    others: db.select({ id: seasons.id }).from(seasons).where(inArray(seasons.id, otherIds)),
  })
  const [copy] = made.rows
  if (!copy && others.rows.length > 0) throw new AppError('SeasonCopiedDifferently')
  if (!copy) throw judgeSeason(actorRoles, full.rows[0]?.isPlanFull === true) ?? new AppError('Conflict')
  return copy
}
