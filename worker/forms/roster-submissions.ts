import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { seasonNotFound } from '../../domain/seasons/rules.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { runBatch, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isGroupOf, isSeasonOf, isSideFull } from '../seasons/chosen-places.ts'
import { isGuestOnRoster, isMemberOnRoster, putGuestsOnRoster, putMemberOnRoster, type RosterPlace } from '../seasons/put-on-roster.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communityGuests } from '../teams/shared.ts'
import { submissions as s } from './schema.ts'

/** Throws unless the organizer may put people on this roster. Whoever runs forms does not manage seasons by that alone. */
export async function requireRoster(db: Database, organizer: Actor, teamId: string, { seasonId, groupId }: RosterPlace): Promise<void> {
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    found: select(
      { isSeason: asBoolean, isGroup: asBoolean },
      sql`SELECT ${isSeasonOf(sql`${seasonId}`, teamId, null)} AS isSeason, ${groupId === null ? sql`1` : isGroupOf(groupId, seasonId)} AS isGroup`,
    ),
  })
  const refusal = judgeRight(readFacts(organizer, facts).actorRoles, 'seasons.manage')
  if (refusal) throw refusal
  if (!found.rows[0]?.isSeason) throw seasonNotFound()
  if (!found.rows[0].isGroup) throw new AppError('GroupNotFound')
}

/** Submission `s` is about guests: the one for whom it was filled, or the children in its rows. */
export const isAboutGuests = sql`(${s.guestId} IS NOT NULL OR coalesce(json_array_length(${s.guests}), 0) > 0)`

type Chosen = { teamId: string; isAllowed: SQL }
type Row = { id: string; userId: string | null; isAboutGuests: boolean }

/**
 * Puts those whom an accepted submission is about on the roster of a season: its sender, or its guests. Nobody becomes a member by it, and no child
 * comes into the community: only a parent adds one.
 */
export function putOnRoster(context: CommandContext, organizer: Actor, chosen: Chosen, row: Row, place: RosterPlace): Statement[] {
  const { teamId } = chosen
  const when = sql`(${chosen.isAllowed} AND ${canAct(organizer, teamId, 'seasons.manage')}
    AND EXISTS (SELECT 1 FROM ${s} WHERE ${s.id} = ${row.id} AND ${s.state} = 'accepted'))`
  if (!row.isAboutGuests) return row.userId === null ? [] : putMemberOnRoster(context, organizer, row.userId, { teamId, place, when })
  const ids = sql`SELECT coalesce(${s.guestId}, guest.value->>'id') FROM ${s} LEFT JOIN json_each(${s.guests}) guest WHERE ${s.id} = ${row.id}`
  return putGuestsOnRoster(context, organizer, ids, { teamId, place, when })
}

/** Everybody whom submission `s` is about is on the roster. */
export function isOnRoster(place: RosterPlace): SQL {
  const areChildren = sql`NOT EXISTS (SELECT 1 FROM json_each(${s.guests}) guest WHERE NOT ${isGuestOnRoster(sql`guest.value->>'id'`, place)})`
  const areGuests = sql`iif(${s.guestId} IS NULL, ${areChildren}, ${isGuestOnRoster(s.guestId, place)})`
  return sql`(${s.state} = 'accepted' AND iif(${isAboutGuests}, ${areGuests}, ${isMemberOnRoster(s.userId, place)}))`
}

/** Why nobody was put on the roster for submission `s`, if its state does not say it. */
export function whyNotOnRoster(teamId: string, { groupId }: RosterPlace): SQL {
  const isChildOut = sql`EXISTS (SELECT 1 FROM json_each(${s.guests}) guest WHERE NOT EXISTS (
    SELECT 1 FROM ${communityGuests} WHERE ${communityGuests.id} = guest.value->>'id' AND ${communityGuests.teamId} = ${teamId}))`
  return sql`CASE WHEN ${s.state} <> 'accepted' THEN NULL
    WHEN ${isAboutGuests} AND ${isChildOut} THEN 'notMember'
    WHEN NOT ${isAboutGuests} AND ${s.userId} IS NULL THEN 'noAccount'
    WHEN NOT ${isAboutGuests} AND NOT ${isInTeam(teamId, s.userId)} THEN 'notMember'
    ${groupId === null ? sql`` : sql`WHEN ${isSideFull(sql`${groupId}`, sql`1`)} THEN 'sideFull'`} END`
}
