import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { photoUrl } from '../../domain/places/rules.ts'
import { type RegistrationPage, type SeasonSubmission, seasonPageSize } from '../../domain/seasons/contract.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { submissionForSeason } from '../forms/season-submissions.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { communities, communityGuests } from '../teams/shared.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, seasons } from './schema.ts'

/** What a person has sent to register for the season of the row, or their child, as JSON. */
export const submissionOf = (userId: SQLWrapper, isShown = sql`1`, guestId: SQLWrapper = sql`NULL`) =>
  sql<string | null>`CASE WHEN ${isShown} THEN ${submissionForSeason(
    userId,
    guestId,
    seasons.id,
    sql`SELECT ${seasonGroups.id} FROM ${seasonGroups} WHERE ${seasonGroups.seasonId} = ${seasons.id}`,
  )} END`.as('submission')

/** It is JSON that we wrote ourselves. */
export const readSubmission = (json: string | null): SeasonSubmission => (json === null ? null : (JSON.parse(json) as SeasonSubmission))

/** Where a person plays, and where their children play. A child has an id after the one of the parent, which is empty. */
const selectOwn = (userId: string, isPart: (key: SQL) => SQL): SQL => sql`
  SELECT ${seasonRegistrations.seasonId} AS season, ${seasonRegistrations.endsOn} AS endDay, '' AS guestId, NULL AS childName, ${seasonRegistrations.groupId} AS side
    FROM ${seasonRegistrations} WHERE ${seasonRegistrations.userId} = ${userId}
      AND ${isPart(sql`(${seasonRegistrations.endsOn}, ${seasonRegistrations.seasonId}, '')`)}
  UNION ALL SELECT ${seasonGuests.seasonId}, ${seasonGuests.endsOn}, ${seasonGuests.guestId}, ${communityGuests.name}, ${seasonGuests.groupId}
    FROM ${communityGuests} CROSS JOIN ${seasonGuests} ON ${seasonGuests.guestId} = ${communityGuests.id}
    WHERE ${communityGuests.guardianId} = ${userId} AND ${communityGuests.guardianId} IS NOT NULL
      AND ${isPart(sql`(${seasonGuests.endsOn}, ${seasonGuests.seasonId}, ${seasonGuests.guestId})`)}`

const selectRegistrations = (userId: string, isPart: (key: SQL) => SQL, direction: SQL) =>
  selectFields(
    {
      ...{ id: seasons.id, seasonLabel: seasons.label, startDate: seasons.startsOn, endDate: seasons.endsOn },
      ...{ teamId: communities.id, teamName: communities.name, photoKey: communities.photoKey },
      guestId: computed(sql`own.guestId`, asText),
      child: computed(sql`own.childName`, orNull(asText)),
      groupName: computed(sql`(SELECT ${seasonGroups.name} FROM ${seasonGroups} WHERE ${seasonGroups.id} = own.side)`, orNull(asText)),
      submission: computed(submissionOf(sql`${userId}`, sql`1`, sql`nullif(own.guestId, '')`).sql, orNull(asText)),
    },
    sql`FROM (${selectOwn(userId, isPart)} ORDER BY endDay ${direction}, season ${direction}, guestId ${direction} LIMIT ${seasonPageSize + 1}) own
      CROSS JOIN ${seasons} ON ${seasons.id} = own.season CROSS JOIN ${communities} ON ${communities.id} = ${seasons.teamId} AND ${communities.deletedAt} IS NULL
      ORDER BY own.endDay ${direction}, own.season ${direction}, own.guestId ${direction}`,
  )
