import { sql } from 'drizzle-orm'
import { maxSeasonGroups } from '../../domain/seasons/contract.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { asJson, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { seasonGroups, seasonRegistrations, seasons } from './schema.ts'

/** Selects the groups with people in the seasons of a team that are not over, the season that started first comes first. */
export const selectCurrentGroups = (teamId: string, now: number) =>
  selectFields(
    {
      ...{ id: seasonGroups.id, name: seasonGroups.name },
      userIds: computed(sql`json_group_array(${seasonRegistrations.userId})`, asJson<string[]>()),
    },
    sql`FROM ${seasons} CROSS JOIN ${seasonGroups} ON ${seasonGroups.seasonId} = ${seasons.id}
      CROSS JOIN ${seasonRegistrations} ON ${seasonRegistrations.groupId} = ${seasonGroups.id}
      WHERE ${seasons.teamId} = ${teamId} AND ${seasons.endsOn} >= ${latestLocalDate(now)}
      GROUP BY ${seasonGroups.id} ORDER BY ${seasons.startsOn}, ${seasonGroups.nameKey} LIMIT ${maxSeasonGroups}`,
  )

export type CurrentGroup = RowOf<ReturnType<typeof selectCurrentGroups>>
