import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { leaveGames } from '../messages/leave.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import { isOutOfTeam } from '../teams/members.ts'
import { communityMembers } from '../teams/shared.ts'
import { endTransfersWithoutSeat } from './end-transfers.ts'
import { isGoing, isOwnGame } from './in-game.ts'
import { coHostInvites, coHostLinks, eventHosts, eventInvites, events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { settleSeats } from './seats.ts'

const entry = alias(joiners, 'entry')
const hosted = alias(events, 'hosted')

/** `isRemoved`: somebody else decided it. Then what they paid for these games comes back, however late it is. */
type Leaving = { teamId: string; userId: string; now: number; isRemoved: boolean }

/**
 * For the batch in which a person leaves a team. They lose their seats in its members-only games, and no longer host its games: those
 * pass to the owner. The job of the next minute offers the seats to people on the waitlist.
 */
export function endGamesOfMember({ teamId, userId, now, isRemoved }: Leaving): (SQL | MessageInsert)[] {
  const isOut = isOutOfTeam(teamId, userId)
  const ofTeam = (game: typeof events | typeof hosted): SQL => sql`${game.teamId} = ${teamId} AND ${game.startsAt} > ${now}`
  const created = sql`${events.creatorId} = ${userId} AND ${ofTeam(events)} AND ${isOut}`
  const membersOnly = (table: typeof eventInvites | typeof coHostInvites): SQL =>
    sql`${table.userId} = ${userId} AND ${table.eventId} IN (SELECT ${hosted.id} FROM ${events} ${hosted} WHERE ${ofTeam(hosted)} AND ${hosted.visibility} = 'team') AND ${isOut}`
  const lostGames = sql`SELECT ${hosted.id} FROM ${joiners} ${entry} CROSS JOIN ${events} ${hosted} ON ${hosted.id} = ${entry.eventId} AND ${ofTeam(hosted)}
    AND ${hosted.visibility} = 'team' WHERE ${entry.userId} = ${userId} AND ${entry.startsAt} > ${now} AND ${isOut}`
  const owner = sql`(SELECT ${communityMembers.userId} FROM ${communityMembers} WHERE ${communityMembers.teamId} = ${teamId} AND ${communityMembers.role} = 'owner')`
  const hosts = sql`SELECT ${hosted.id} AS eventId, ${userId} AS userId FROM ${events} ${hosted} WHERE ${ofTeam(hosted)} AND ${isOut}
    AND ${isOwnGame(hosted.id, userId)} AND NOT ${isGoing(hosted.id, userId)}`
  return [
    updateSet(
      joiners,
      { state: 'left', offerExpiresAt: null, payUntil: null, updatedAt: now },
      sql`WHERE ${joiners.userId} = ${userId} AND ${joiners.startsAt} > ${now} AND ${isActiveIn(joiners)} AND ${joiners.eventId} IN (${lostGames})`,
    ),
    endTransfersWithoutSeat(lostGames),
    ...settleSeats(lostGames, now, { forced: isRemoved ? 'removed' : undefined }),
    leaveGames(hosts, now),
    sql`DELETE FROM ${eventInvites} WHERE ${membersOnly(eventInvites)}`,
    sql`DELETE FROM ${coHostInvites} WHERE ${membersOnly(coHostInvites)}`,
    // The links that they have made, and those by which they could come back.
    sql`DELETE FROM ${coHostLinks} WHERE ${isOut} AND (${coHostLinks.inviterId} = ${userId}
        OR EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${coHostLinks.eventId} AND ${eventHosts.userId} = ${userId}))
      AND ${coHostLinks.eventId} IN (SELECT ${hosted.id} FROM ${events} ${hosted} WHERE ${ofTeam(hosted)})`,
    sql`DELETE FROM ${eventHosts} WHERE ${eventHosts.userId} = ${userId} AND ${eventHosts.startsAt} > ${now} AND ${isOut}
      AND ${eventHosts.eventId} IN (SELECT ${hosted.id} FROM ${events} ${hosted} WHERE ${ofTeam(hosted)})`,
    // The owner was perhaps a co-host before.
    sql`DELETE FROM ${eventHosts} WHERE ${eventHosts.userId} = ${owner} AND ${eventHosts.eventId} IN (SELECT ${events.id} FROM ${events} WHERE ${created} AND ${events.state} <> 'draft')`,
    updateSet(
      events,
      { publishAt: null, updatedAt: now },
      sql`WHERE ${created} AND ${events.state} = 'draft' AND ${events.publishAt} IS NOT NULL`,
    ),
    updateSet(
      events,
      { creatorId: sql`coalesce(${owner}, ${events.creatorId})`, updatedAt: now },
      sql`WHERE ${created} AND ${events.state} <> 'draft'`,
    ),
  ]
}
