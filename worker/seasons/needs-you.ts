import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { mayDo } from '../teams/may-do.ts'
import { isInTeam } from '../teams/members.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { seasonRegistrations, seasons, teamSessions } from './schema.ts'

const registration = alias(seasonRegistrations, 'registration')

/** A result of an older season no longer waits for anybody. */
const resultLifetime = 90 * day

/** The condition of the index of open matches. */
const isOpenMatch = sql`${teamSessions.homeGroupId} IS NOT NULL AND (${teamSessions.homeScore} IS NULL OR ${teamSessions.disputedSide} IS NOT NULL)`

const columns = { teamId: asText, teamName: asText, seasonId: asText, label: asText, count: asNumber }
const endsLately = (now: number) => dateText(Math.floor((now - resultLifetime) / day))

/** How many results are disputed in each season in which this person keeps the score. */
export const selectDisputedResults = (userId: string, { now, limit }: { now: number; limit: number }) =>
  select(
    columns,
    sql`SELECT ${communities.id} AS teamId, ${communities.name} AS teamName, ${seasons.id} AS seasonId, ${seasons.label} AS label, count(*) AS count
      FROM ${communityMembers}
      CROSS JOIN ${communities} ON ${communities.id} = ${communityMembers.teamId} AND ${communities.deletedAt} IS NULL
      CROSS JOIN ${seasons} ON ${seasons.teamId} = ${communities.id} AND ${seasons.endsOn} > ${endsLately(now)}
      CROSS JOIN ${teamSessions} ON ${teamSessions.seasonId} = ${seasons.id} AND ${isOpenMatch} AND ${teamSessions.disputedSide} IS NOT NULL
      CROSS JOIN ${games} ${game} ON ${game.id} = ${teamSessions.eventId} AND ${isVisibleTo(userId)}
      WHERE ${communityMembers.userId} = ${userId} AND ${mayDo(communityMembers, 'results.enter')}
      GROUP BY ${seasons.id} ORDER BY ${seasons.endsOn}, ${seasons.id} LIMIT ${limit}`,
  )

const hasNotAgreed = sql`(${teamSessions.homeGroupId} = ${registration.groupId} AND NOT ${teamSessions.homeAgrees}
  OR ${teamSessions.awayGroupId} = ${registration.groupId} AND NOT ${teamSessions.awayAgrees})`

/** How many results wait in each season until this person confirms or disputes them for their side. */
export const selectUnconfirmedResults = (userId: string, { now, limit }: { now: number; limit: number }) =>
  select(
    columns,
    sql`SELECT ${communities.id} AS teamId, ${communities.name} AS teamName, ${seasons.id} AS seasonId, ${seasons.label} AS label, count(*) AS count
      FROM ${seasonRegistrations} ${registration}
      CROSS JOIN ${seasons} ON ${seasons.id} = ${registration.seasonId}
      CROSS JOIN ${communities} ON ${communities.id} = ${seasons.teamId} AND ${communities.deletedAt} IS NULL AND ${isInTeam(communities.id, userId)}
      CROSS JOIN ${teamSessions} ON ${teamSessions.homeGroupId} = ${registration.groupId} OR ${teamSessions.awayGroupId} = ${registration.groupId}
      CROSS JOIN ${games} ${game} ON ${game.id} = ${teamSessions.eventId} AND ${game.state} = 'published' AND ${isVisibleTo(userId)}
      WHERE ${registration.userId} = ${userId} AND ${registration.kind} = 'captain' AND ${registration.endsOn} > ${endsLately(now)}
        AND ${hasNotAgreed} AND ${teamSessions.homeScore} IS NOT NULL AND ${teamSessions.disputedSide} IS NULL AND NOT ${teamSessions.isSettled}
      GROUP BY ${seasons.id} ORDER BY ${registration.endsOn}, ${seasons.id} LIMIT ${limit}`,
  )
