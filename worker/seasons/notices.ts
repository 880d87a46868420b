import { and, eq, isNull, sql } from 'drizzle-orm'
import { formatWhenAndWhere } from '../../domain/events/format-when.ts'
import { listSidesToNotify, resultNotice, substituteNotice } from '../../domain/seasons/notices.ts'
import { stateOf } from '../../domain/seasons/result-rules.ts'
import { selectName } from '../accounts/select-name.ts'
import { isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { noDeliveries, type Renderers } from '../notifications/renderer.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import { asNumber, asText, computed, selectFields } from '../platform/row-query.ts'
import { seasonGroups, seasonRegistrations, seasons, substituteAsks, teamSessions } from './schema.ts'
import { readResult, sessionColumns } from './session-queries.ts'
import { joinCall, openSeatsNow } from './substitute-queries.ts'

const nameOf = (groupId: typeof teamSessions.homeGroupId | typeof teamSessions.awayGroupId) =>
  computed(sql`(SELECT ${seasonGroups.name} FROM ${seasonGroups} WHERE ${seasonGroups.id} = ${groupId})`, asText)

export const seasonNotices: Renderers<'result-changed' | 'substitute-asked'> = {
  // A result that was changed again meanwhile has a fact of its own.
  'result-changed': async ({ eventId, changeId }, { db }) => {
    const match = await readFirst(
      db,
      selectFields(
        {
          ...sessionColumns,
          teamId: seasons.teamId,
          seasonId: seasons.id,
          seasonLabel: seasons.label,
          home: nameOf(teamSessions.homeGroupId),
          away: nameOf(teamSessions.awayGroupId),
        },
        sql`FROM ${teamSessions} JOIN ${seasons} ON ${seasons.id} = ${teamSessions.seasonId}
          WHERE ${and(eq(teamSessions.eventId, eventId), eq(teamSessions.lastChangeId, changeId))}`,
      ),
    )
    const result = match && readResult(match)
    if (!match || !result) return noDeliveries
    const state = stateOf(result)
    const { teamId, seasonId, seasonLabel, home, away } = match
    const words = resultNotice({ ...result, changeId, teamId, seasonId, seasonLabel, names: { home, away }, state })
    const groupIds = listSidesToNotify(state, result.agreed, result.disputedSide).map((side) =>
      side === 'home' ? match.homeGroupId : match.awayGroupId,
    )
    if (!words || groupIds.length === 0) return noDeliveries
    const captains = await readAll(
      db,
      selectFields(
        { id: computed(sql`${seasonRegistrations.userId}`, asText) },
        sql`FROM ${seasonRegistrations} JOIN ${games} ${game} ON ${game.id} = ${eventId}
          WHERE ${seasonRegistrations.groupId} IN (SELECT value FROM json_each(${JSON.stringify(groupIds)}))
            AND ${seasonRegistrations.kind} = 'captain' AND ${isVisibleTo(seasonRegistrations.userId)}`,
      ),
    )
    return { deliveries: [{ ...words, to: captains.map(({ id }) => id) }] }
  },
  'substitute-asked': async ({ eventId, actorId, at }, { db, now }) => {
    const { actor, found, asked } = await runBatch(db, {
      actor: selectName(db, actorId ?? ''),
      found: selectFields(
        {
          ...{ title: game.title, startsAt: game.startsAt, timeZone: game.timeZone, placeName: game.placeName },
          ...{ teamId: seasons.teamId, seasonId: seasons.id, openSeats: computed(openSeatsNow(now), asNumber) },
        },
        sql`FROM ${games} ${game} CROSS JOIN ${teamSessions} ON ${teamSessions.eventId} = ${game.id}
          CROSS JOIN ${seasons} ON ${seasons.id} = ${teamSessions.seasonId} ${joinCall} WHERE ${game.id} = ${eventId}`,
      ),
      asked: db
        .select({ id: substituteAsks.userId })
        .from(substituteAsks)
        .where(
          and(
            eq(substituteAsks.eventId, eventId),
            eq(substituteAsks.askedAt, at),
            sql`${substituteAsks.askedBy} IS ${actorId}`,
            isNull(substituteAsks.answer),
          ),
        ),
    })
    const [event] = found.rows
    const name = actor.rows[0]?.name
    // Somebody may have said yes meanwhile.
    if (!event || event.openSeats === 0 || (actorId !== null && !name)) return noDeliveries
    const words = substituteNotice({
      ...event,
      eventId,
      actor: actorId !== null && name ? { id: actorId, name } : null,
      whenAndWhere: formatWhenAndWhere(event, now),
    })
    return { deliveries: [{ ...words, to: asked.rows.map(({ id }) => id) }] }
  },
}
