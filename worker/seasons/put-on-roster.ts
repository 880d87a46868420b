import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Statement } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Clock } from '../platform/from-request.ts'
import type { Actor } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communityGuests } from '../teams/shared.ts'
import { isSideFull } from './chosen-places.ts'
import { recordGuestPlace, recordRegistration } from './record-change.ts'
import { queueJoiningSessions } from './register-chosen.ts'
import { seasonGuests as g, seasonRegistrations as r, seasons } from './schema.ts'

const [placed, placedGuest] = [alias(r, 'on_roster'), alias(g, 'guest_on_roster')]

/** A season, and a side of it; null without one. Both were looked up before. */
export type RosterPlace = { seasonId: string; groupId: string | null }

const isThere = (groupId: SQLWrapper, place: RosterPlace): SQL => (place.groupId === null ? sql`1` : sql`${groupId} = ${place.groupId}`)
/** Whoever has a side keeps it, so they can get no other one. */
const staysThere = (groupId: SQLWrapper, place: RosterPlace): SQL => (place.groupId === null ? sql`1` : sql`${groupId} IS NOT NULL`)

const isPlaced = (userId: SQLWrapper | string, { seasonId }: RosterPlace, where: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${r} ${placed} WHERE ${placed.seasonId} = ${seasonId} AND ${placed.userId} = ${userId} AND ${where})`
const isGuestPlaced = (guestId: SQLWrapper, { seasonId }: RosterPlace, where: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${g} ${placedGuest} WHERE ${placedGuest.seasonId} = ${seasonId} AND ${placedGuest.guestId} = ${guestId} AND ${where})`

export const isMemberOnRoster = (userId: SQLWrapper, place: RosterPlace): SQL => isPlaced(userId, place, isThere(placed.groupId, place))
export const isGuestOnRoster = (guestId: SQLWrapper, place: RosterPlace): SQL =>
  isGuestPlaced(guestId, place, isThere(placedGuest.groupId, place))

type Putting = { teamId: string; place: RosterPlace; when: SQL }

/** An organizer registers a member. It changes nothing if the side is full, or if they have one. */
export function putMemberOnRoster(clock: Clock, actor: Actor, userId: string, { teamId, place, when }: Putting): Statement[] {
  const { seasonId, groupId } = place
  const hasRoom = groupId === null ? sql`1` : sql`NOT ${isSideFull(sql`${groupId}`, sql`1`)}`
  const isPut = sql`(${when} AND ${isInTeam(teamId, userId)} AND ${hasRoom} AND NOT ${isPlaced(userId, place, staysThere(placed.groupId, place))})`
  return [
    recordRegistration(clock, actor, { teamId, seasonId }, { userId, kind: 'player', groupId }, isPut),
    insertSelect(
      r,
      { seasonId: seasons.id, userId, endsOn: seasons.endsOn, registeredAt: clock.now, kind: 'player', groupId },
      sql`FROM ${seasons} WHERE ${seasons.id} = ${seasonId} AND ${isPut} ${onConflictUpdate(r, ['seasonId', 'userId'], {
        groupId: excluded(r.groupId),
        isCopied: false,
        submissionId: null,
      })}`,
    ),
    // Games that were made earlier: seats or invitations like everyone else.
    queueJoiningSessions(sql`FROM ${seasons} WHERE ${seasons.id} = ${seasonId} AND changes() > 0`, userId, clock.now),
  ]
}

/** The same for guests of the community. `ids` selects them. All of them get a place, or none does. */
export function putGuestsOnRoster(clock: Clock, actor: Actor, ids: SQL, { teamId, place, when }: Putting): Statement[] {
  const { seasonId, groupId } = place
  const { id } = communityGuests
  const isLeft = sql`NOT ${isGuestPlaced(id, place, staysThere(placedGuest.groupId, place))}`
  const count = sql`(SELECT count(*) FROM ${communityGuests} WHERE ${id} IN (${ids}) AND ${communityGuests.teamId} = ${teamId} AND ${isLeft})`
  const hasRoom = groupId === null ? sql`1` : sql`NOT ${isSideFull(sql`${groupId}`, count)}`
  const found = sql`FROM ${communityGuests} CROSS JOIN ${seasons} ON ${seasons.id} = ${seasonId}
    WHERE ${id} IN (${ids}) AND ${communityGuests.teamId} = ${teamId} AND ${when} AND ${hasRoom} AND ${isLeft}`
  return [
    recordGuestPlace(clock, actor, { teamId, seasonId }, groupId, found),
    insertSelect(
      g,
      { seasonId: seasons.id, guestId: id, endsOn: seasons.endsOn, registeredAt: clock.now, groupId },
      sql`${found} ${onConflictUpdate(g, ['seasonId', 'guestId'], { groupId: excluded(g.groupId), isCopied: false, submissionId: null })}`,
    ),
  ]
}
