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

/** The rows after or before a key: the end of the season, its id, and the id of the child, which is empty for the person. */
type Part = { isAfter: boolean; key: readonly [end: string, season: string, guest: string] }

type Source = { table: typeof seasonRegistrations | typeof seasonGuests; guestId: SQL; childName: SQL; from: SQL; who: SQL }

function selectPart(userId: string, { isAfter, key: [end, season, guest] }: Part, { table, guestId, childName, from, who }: Source) {
  // A constant in the order would keep SQLite from reading in the order of its index.
  const isOfPerson = table === seasonRegistrations
  const key = isOfPerson ? sql`(${table.endsOn}, ${table.seasonId})` : sql`(${table.endsOn}, ${table.seasonId}, ${guestId})`
  const mark = isOfPerson ? sql`(${end}, ${season})` : sql`(${end}, ${season}, ${guest})`
  // The person comes directly before their children in the same season.
  const comparison = isAfter ? sql`>` : isOfPerson && guest !== '' ? sql`<=` : sql`<`
  const direction = isAfter ? sql`ASC` : sql`DESC`
  const group = sql`(SELECT ${seasonGroups.name} FROM ${seasonGroups} WHERE ${seasonGroups.id} = ${table.groupId})`
  return selectFields(
    {
      ...{ id: seasons.id, seasonLabel: seasons.label, startDate: seasons.startsOn, endDate: seasons.endsOn },
      ...{ teamId: communities.id, teamName: communities.name, photoKey: communities.photoKey },
      ...{ guestId: computed(guestId, asText), childName: computed(childName, orNull(asText)) },
      groupName: computed(group, orNull(asText)),
      submission: computed(submissionOf(sql`${userId}`, { guestId: sql`nullif(${guestId}, '')` }), orNull(asText)),
    },
    sql`${from} CROSS JOIN ${seasons} CROSS JOIN ${communities}
      WHERE ${who} AND ${key} ${comparison} ${mark}
        AND ${seasons.id} = ${table.seasonId} AND ${communities.id} = ${seasons.teamId} AND ${communities.deletedAt} IS NULL
      ORDER BY ${table.endsOn} ${direction}, ${table.seasonId} ${direction}${isOfPerson ? sql`` : sql`, ${guestId} ${direction}`} LIMIT ${seasonPageSize + 1}`,
  )
}

/** Where a person plays, and where their children play. */
const selectOwn = (userId: string, part: Part) => [
  selectPart(userId, part, {
    ...{ table: seasonRegistrations, guestId: sql`''`, childName: sql`NULL` },
    ...{ from: sql`FROM ${seasonRegistrations}`, who: sql`${seasonRegistrations.userId} = ${userId}` },
  }),
  selectPart(userId, part, {
    ...{ table: seasonGuests, guestId: sql`${seasonGuests.guestId}`, childName: sql`${communityGuests.name}` },
    from: sql`FROM ${communityGuests} CROSS JOIN ${seasonGuests} ON ${seasonGuests.guestId} = ${communityGuests.id}`,
    who: sql`${communityGuests.guardianId} = ${userId} AND ${communityGuests.guardianId} IS NOT NULL`,
  }),
]

/** Lists the registrations of a person and their children: current and future seasons first, by end date, then past seasons, newest first. */
export async function listRegistrationsOf(db: Database, userId: string, now: number, cursor?: string): Promise<RegistrationPage> {
  const first = latestLocalDate(now)
  const [today, ...last] = readCursor(RegistrationCursor, cursor) ?? [first, first, '', '']
  const hasUpcomingLeft = last[0] >= today
  const { upcoming, past } = await runBatch(db, {
    upcoming: hasUpcomingLeft ? selectOwn(userId, { isAfter: true, key: last }) : [],
    past: selectOwn(userId, { isAfter: false, key: hasUpcomingLeft ? [today, '', ''] : last }),
  })
  const inOrder = (found: typeof past) => found.flatMap(({ rows }) => rows).toSorted((one, other) => compareTexts(keyOf(one), keyOf(other)))
  const { page, next } = cutPage([...inOrder(upcoming), ...inOrder(past).toReversed()], seasonPageSize, (row) => [today, ...keyOf(row)])
  const registrations = page.map(({ teamId, teamName, photoKey, submission, guestId, childName, ...row }) => ({
    ...row,
    child: childName === null ? null : { id: guestId, name: childName },
    submission: readSubmission(submission),
    team: { id: teamId, name: teamName, pictureUrl: photoKey && photoUrl(photoKey, 480) },
  }))
  return { registrations, next }
}

const keyOf = ({ endDate, id, guestId }: { endDate: string; id: string; guestId: string }) => [endDate, id, guestId] as const

/** Compares as SQLite does: ids and days have no other characters than those of ASCII. */
function compareTexts(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((text, place) => text !== other[place])
  return index === -1 ? 0 : (one[index] ?? '') < (other[index] ?? '') ? -1 : 1
}
