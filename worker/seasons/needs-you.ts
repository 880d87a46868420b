import { sql } from 'drizzle-orm'
import { rolesThatCan } from '../../domain/access/can.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { literalList } from '../platform/columns.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { seasons, teamSessions } from './schema.ts'

/** A dispute of an older season no longer waits for anybody. */
const disputeLifetime = 90 * day

/** The condition of the index of open matches. */
const isOpenMatch = sql`${teamSessions.homeGroupId} IS NOT NULL AND (${teamSessions.homeScore} IS NULL OR ${teamSessions.disputedSide} IS NOT NULL)`

/** How many results are disputed in each season in which this person keeps the score. */
export const selectDisputedResults = (userId: string, { now, limit }: { now: number; limit: number }) =>
  select(
    { teamId: asText, teamName: asText, seasonId: asText, label: asText, count: asNumber },
    sql`SELECT ${communities.id} AS teamId, ${communities.name} AS teamName, ${seasons.id} AS seasonId, ${seasons.label} AS label, count(*) AS count
      FROM ${communityMembers}
      CROSS JOIN ${communities} ON ${communities.id} = ${communityMembers.teamId} AND ${communities.deletedAt} IS NULL
      CROSS JOIN ${seasons} ON ${seasons.teamId} = ${communities.id} AND ${seasons.endsOn} > ${dateText(Math.floor((now - disputeLifetime) / day))}
      CROSS JOIN ${teamSessions} ON ${teamSessions.seasonId} = ${seasons.id} AND ${isOpenMatch} AND ${teamSessions.disputedSide} IS NOT NULL
      CROSS JOIN ${games} ${game} ON ${game.id} = ${teamSessions.eventId} AND ${isVisibleTo(userId)}
      WHERE ${communityMembers.userId} = ${userId} AND ${communityMembers.role} IN ${literalList(rolesThatCan('results.enter'))}
      GROUP BY ${seasons.id} ORDER BY ${seasons.endsOn}, ${seasons.id} LIMIT ${limit}`,
  )
