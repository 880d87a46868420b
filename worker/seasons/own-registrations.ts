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

/** What a person has sent to register for the season of the row, or to register this guest, as JSON. */
export const submissionOf = (userId: SQLWrapper, { isShown = sql`1`, guestId = sql`NULL` }: { isShown?: SQL; guestId?: SQL } = {}): SQL =>
  sql`CASE WHEN ${isShown} THEN ${submissionForSeason(
    { userId, guestId },
    seasons.id,
    sql`SELECT ${seasonGroups.id} FROM ${seasonGroups} WHERE ${seasonGroups.seasonId} = ${seasons.id}`,
  )} END`

/** It is JSON that we wrote ourselves. */
export const readSubmission = (json: string | null): SeasonSubmission => (json === null ? null : (JSON.parse(json) as SeasonSubmission))

/** The day on which the first page was loaded, and the end date and ids of the season and the child of the last row of the previous page. */
const RegistrationCursor = v.tuple([v.string(), v.string(), v.string(), v.string()])
type Key = readonly [end: string, season: string, guest: string]

type Part = { isAfter: boolean; key: Key }

/** Where a person plays in `season_registrations`, or their children in `season_guests`, within one part of the list. */
function selectOwn(userId: string, { isAfter, key: [end, season, guest] }: Part): SQL {
  const direction = isAfter ? sql`ASC` : sql`DESC`
  const isPart = (key: SQL) => (isAfter ? sql`${key} > (${end}, ${season}, ${guest})` : sql`${key} < (${end}, ${season}, ${guest})`)
  const rest = sql`CROSS JOIN ${communities} ON ${communities.id} = ${seasons.teamId} AND ${communities.deletedAt} IS NULL`
  const { userId: registeredId, endsOn, seasonId, groupId } = seasonRegistrations
  const { guestId } = seasonGuests
  const limited = sql`ORDER BY endDay ${direction}, season ${direction}, guestId ${direction} LIMIT ${seasonPageSize + 1}`
  return sql`SELECT * FROM (SELECT ${seasonId} AS season, ${endsOn} AS endDay, '' AS guestId, NULL AS childName, ${groupId} AS side
      FROM ${seasonRegistrations} CROSS JOIN ${seasons} ON ${seasons.id} = ${seasonId} ${rest}
      WHERE ${registeredId} = ${userId} AND ${isPart(sql`(${endsOn}, ${seasonId}, '')`)} ${limited})
    UNION ALL SELECT * FROM (SELECT ${seasonGuests.seasonId} AS season, ${seasonGuests.endsOn} AS endDay, ${guestId} AS guestId,
        ${communityGuests.name} AS childName, ${seasonGuests.groupId} AS side
      FROM ${communityGuests} CROSS JOIN ${seasonGuests} ON ${guestId} = ${communityGuests.id}
        CROSS JOIN ${seasons} ON ${seasons.id} = ${seasonGuests.seasonId} ${rest}
      WHERE ${communityGuests.guardianId} = ${userId} AND ${communityGuests.guardianId} IS NOT NULL
        AND ${isPart(sql`(${seasonGuests.endsOn}, ${seasonGuests.seasonId}, ${guestId})`)} ${limited})
    ${limited}`
}

const selectRegistrations = (userId: string, part: Part) => {
  const direction = part.isAfter ? sql`ASC` : sql`DESC`
  return selectFields(
    {
      ...{ id: seasons.id, seasonLabel: seasons.label, startDate: seasons.startsOn, endDate: seasons.endsOn },
      ...{ teamId: communities.id, teamName: communities.name, photoKey: communities.photoKey },
      guestId: computed(sql`own.guestId`, asText),
      childName: computed(sql`own.childName`, orNull(asText)),
      groupName: computed(sql`(SELECT ${seasonGroups.name} FROM ${seasonGroups} WHERE ${seasonGroups.id} = own.side)`, orNull(asText)),
      submission: computed(submissionOf(sql`${userId}`, { guestId: sql`nullif(own.guestId, '')` }), orNull(asText)),
    },
    sql`FROM (${selectOwn(userId, part)}) own CROSS JOIN ${seasons} ON ${seasons.id} = own.season
      CROSS JOIN ${communities} ON ${communities.id} = ${seasons.teamId}
      ORDER BY own.endDay ${direction}, own.season ${direction}, own.guestId ${direction}`,
  )
}

/** Lists the registrations of a person and their children: current and future seasons first, by end date, then past seasons, newest first. */
export async function listRegistrationsOf(db: Database, userId: string, now: number, cursor?: string): Promise<RegistrationPage> {
  const first = latestLocalDate(now)
  const [today, ...last] = readCursor(RegistrationCursor, cursor) ?? [first, first, '', '']
  const hasUpcomingLeft = last[0] >= today
  const { upcoming, past } = await runBatch(db, {
    upcoming: hasUpcomingLeft ? [selectRegistrations(userId, { isAfter: true, key: last })] : [],
    past: selectRegistrations(userId, { isAfter: false, key: hasUpcomingLeft ? [today, '', ''] : last }),
  })
  const rows = [...upcoming.flatMap((found) => found.rows), ...past.rows]
  const { page, next } = cutPage(rows, seasonPageSize, ({ id, endDate, guestId }) => [today, endDate, id, guestId])
  const registrations = page.map(({ teamId, teamName, photoKey, submission, guestId, childName, ...row }) => ({
    ...row,
    child: childName === null ? null : { id: guestId, name: childName },
    submission: readSubmission(submission),
    team: { id: teamId, name: teamName, pictureUrl: photoKey && photoUrl(photoKey, 480) },
  }))
  return { registrations, next }
}
