import { type SQL, sql } from 'drizzle-orm'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { readCalendarRow, selectPersonCalendar, selectTeamCalendar } from '../events/calendar-events.ts'
import { selectCalendarGames, toOtherCalendarEvent } from '../external-teams/calendar-games.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { isSeasonGame } from '../seasons/shared.ts'
import { asPerson, readFacts, selectFacts } from '../teams/actor.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { calendarAddresses as a } from './schema.ts'

const ownColumns = { key: a.key, hasOtherTeams: a.hasOtherTeams, createdAt: a.createdAt }

/** An address of a team only works for the membership in which it was made. */
const isStillMember = sql`EXISTS (SELECT 1 FROM ${communityMembers} WHERE ${communityMembers.teamId} = ${a.teamId}
  AND ${communityMembers.userId} = ${a.userId} AND ${communityMembers.joinedAt} <= ${a.createdAt})`

export const selectOwnAddress = (userId: string, teamId: string | null) => {
  const which: SQL = teamId === null ? sql`${a.teamId} IS NULL` : sql`${a.teamId} = ${teamId} AND ${isStillMember}`
  return selectFields(ownColumns, sql`FROM ${a} WHERE ${a.userId} = ${userId} AND ${which}`)
}
export type StoredAddress = RowOf<ReturnType<typeof selectOwnAddress>>

export const findPersonAddress = async (db: Database, userId: string): Promise<StoredAddress | null> =>
  (await readFirst(db, selectOwnAddress(userId, null))) ?? null

export async function findTeamAddress(db: Database, userId: string, teamId: string): Promise<StoredAddress | null> {
  const { facts, stored } = await runBatch(db, { facts: selectFacts(asPerson(userId), teamId), stored: selectOwnAddress(userId, teamId) })
  if (readFacts(asPerson(userId), facts).actorRole === null) throw teamNotFound()
  return stored.rows[0] ?? null
}

export type Calendar = { teamName: string | null; events: CalendarEvent[]; changedAt: number }

/** Everything that the holder of an address may see now. Null if there is no such address, or no longer. Takes two round trips. */
export async function readCalendar(db: Database, key: string, { now, origin }: { now: number; origin: string }): Promise<Calendar | null> {
  const address = await readFirst(
    db,
    selectFields(
      {
        ...ownColumns,
        userId: a.userId,
        teamId: a.teamId,
        teamName: computed(sql`${communities.name}`, orNull(communities.name)),
      },
      sql`FROM ${a} JOIN ${people} ON ${people.id} = ${a.userId} AND ${people.deletedAt} IS NULL
        LEFT JOIN ${communities} ON ${communities.id} = ${a.teamId} AND ${communities.deletedAt} IS NULL
        WHERE ${a.key} = ${key} AND (${a.teamId} IS NULL OR (${communities.id} IS NOT NULL AND ${isStillMember}))`,
    ),
  )
  if (!address) return null
  const { userId, teamId, teamName, hasOtherTeams, createdAt } = address
  const { games, others } = await runBatch(db, {
    games: teamId === null ? selectPersonCalendar(userId, { now, isSeasonGame }) : selectTeamCalendar(userId, teamId, now),
    others: hasOtherTeams && teamId === null ? [selectCalendarGames(userId, now)] : [],
  })
  const events = [...games.rows.map((row) => readCalendarRow(row, origin)), ...others.flatMap(({ rows }) => rows.map(toOtherCalendarEvent))]
  return { teamName, events, changedAt: events.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), createdAt) }
}
