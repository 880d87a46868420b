import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { runBatch, write } from '../platform/batch.ts'
import { columnNames, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { asPerson, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam, isOutOfTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { type StoredAddress, selectOwnAddress } from './queries.ts'
import { calendarAddresses as a } from './schema.ts'
import { makeCalendarKey } from './token.ts'

const isTeamAddress = (teamId: string, userId: string) => and(eq(a.teamId, teamId), eq(a.userId, userId))
const isPersonAddress = (userId: string) => and(eq(a.userId, userId), isNull(a.teamId))

/** Makes the address of a person's games. An address that they had before stops working at once. */
export async function makePersonAddress(db: Database, now: number, userId: string): Promise<StoredAddress | null> {
  const renewed = { key: makeCalendarKey(), createdAt: now }
  const { stored } = await runBatch(db, {
    made: insertSelect(
      a,
      { ...renewed, userId, teamId: null, hasOtherTeams: false },
      sql`WHERE 1 ${onConflictUpdate(a, ['userId'], renewed, sql`${columnNames(a.teamId)} IS NULL`)}`,
    ),
    stored: selectOwnAddress(userId, null),
  })
  return stored.rows[0] ?? null
}

/** Makes the address of a team's games for a member. */
export async function makeTeamAddress(db: Database, now: number, userId: string, teamId: string): Promise<StoredAddress | null> {
  const renewed = { key: makeCalendarKey(), createdAt: now }
  const { facts, stored } = await runBatch(db, {
    facts: selectFacts(asPerson(userId), teamId),
    made: insertSelect(
      a,
      { ...renewed, userId, teamId: communities.id, hasOtherTeams: false },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${isInTeam(teamId, userId)}
        ${onConflictUpdate(a, ['teamId', 'userId'], renewed, sql`${columnNames(a.teamId)} IS NOT NULL`)}`,
    ),
    stored: selectOwnAddress(userId, teamId),
  })
  if (readFacts(asPerson(userId), facts).actorRole === null) throw teamNotFound()
  return stored.rows[0] ?? null
}

/** Puts the games of a person's teams on other sites into their calendar, or takes them out. */
export async function changePersonAddress(db: Database, userId: string, hasOtherTeams: boolean): Promise<void> {
  const changes = await write(db, db.update(a).set({ hasOtherTeams }).where(isPersonAddress(userId)))
  if (changes === 0) throw new AppError('CalendarAddressNotFound')
}

/** Calendar apps can no longer read the address. Doing it again changes nothing. */
export async function removePersonAddress(db: Database, userId: string): Promise<void> {
  await write(db, db.delete(a).where(isPersonAddress(userId)))
}

export async function removeTeamAddress(db: Database, userId: string, teamId: string): Promise<void> {
  const { facts } = await runBatch(db, {
    facts: selectFacts(asPerson(userId), teamId),
    removed: db.delete(a).where(and(isTeamAddress(teamId, userId), isInTeam(teamId, userId))),
  })
  if (readFacts(asPerson(userId), facts).actorRole === null) throw teamNotFound()
}

/** For the batch in which a person leaves a team or is removed: their address of its games stops working. */
export const endCalendarAddress = (teamId: string, userId: string): SQL =>
  sql`DELETE FROM ${a} WHERE ${a.teamId} = ${teamId} AND ${a.userId} = ${userId} AND ${isOutOfTeam(teamId, userId)}`

export const calendarAddressRows: readonly TeamRows[] = [{ table: a, isOf: (teamId) => eq(a.teamId, teamId) }]
