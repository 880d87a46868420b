import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Attendance } from '../../domain/seasons/pattern-contract.ts'
import { inviteToGames, joinPeople, mailSeats } from '../events/fill-games.ts'
import { games } from '../events/shared.ts'
import { readFirst } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { JobContext } from '../platform/job-context.ts'
import { selectFields } from '../platform/row-query.ts'
import { isInTeam } from '../teams/members.ts'
import { recordSeats } from './record-change.ts'
import { seasonRegistrations, seasons, teamSessions } from './schema.ts'

type Fill = { seasonId: string; eventIds: string[]; attendance: 'joined' | 'invited'; actorId: string }

/** The people of so many games fit into one statement. */
const gamesAtOnce = 10

/** Who comes to these games: the people of both sides, and to a practice all players and captains. First come, first served. */
const selectPlayers = (seasonId: string, which: SQL): SQL => sql`
  SELECT ${teamSessions.eventId} AS eventId, ${seasonRegistrations.userId} AS userId, ${seasonRegistrations.registeredAt} AS place
  FROM ${teamSessions} JOIN ${seasonRegistrations} ON ${seasonRegistrations.seasonId} = ${teamSessions.seasonId}
    JOIN ${seasons} ON ${seasons.id} = ${teamSessions.seasonId}
  WHERE ${and(eq(teamSessions.seasonId, seasonId), which, inArray(seasonRegistrations.kind, ['player', 'captain']))}
    AND (${teamSessions.homeGroupId} IS NULL OR ${seasonRegistrations.groupId} IN (${teamSessions.homeGroupId}, ${teamSessions.awayGroupId}))
    AND ${isInTeam(seasons.teamId, seasonRegistrations.userId)}`

/**
 * Gives the people of the season their seats in new games, or invites them. A second delivery finds them there already, and goes on where
 * the first one stopped. Each person gets one email about all their seats.
 */
export async function fillSessions({ seasonId, eventIds, attendance, actorId }: Fill, { db, now }: JobContext): Promise<void> {
  const whoIn = (ids: readonly string[]) => selectPlayers(seasonId, inList(teamSessions.eventId, ids))
  const context = { now, newId: () => crypto.randomUUID() }
  for (let start = 0; start < eventIds.length; start += gamesAtOnce) {
    const who = whoIn(eventIds.slice(start, start + gamesAtOnce))
    const isFirst = start === 0
    // One part after the other, so that the notification names the first game.
    if (attendance === 'joined')
      await joinPeople(db, context, { who, actorId, isNotified: isFirst, record: recordSeats(context, seasonId, { actorId }) })
    else await inviteToGames(db, context, { who, actorId, firstEventId: isFirst ? (eventIds[0] ?? null) : null })
  }
  if (attendance === 'joined') await mailSeats(db, context, { who: whoIn(eventIds), actorId })
}

type Join = { seasonId: string; userId: string; actorId: string }

/**
 * Gives a person who registered later the same as everyone else: a seat in each game to come, as long as there are seats, or an
 * invitation. Who has left a game does not come back to it.
 */
export async function joinSessions({ seasonId, userId, actorId }: Join, { db, now }: JobContext): Promise<void> {
  const whoFor = (attendance: Attendance) =>
    selectPlayers(seasonId, sql`${seasonRegistrations.userId} = ${userId} AND ${teamSessions.attendance} = ${attendance}`)
  const context = { now, newId: () => crypto.randomUUID() }
  const isOwn = actorId === userId
  const record = isOwn ? () => [] as [] : recordSeats(context, seasonId, { actorId, personId: userId })
  await joinPeople(db, context, { who: whoFor('joined'), actorId, isNotified: !isOwn, record })
  await mailSeats(db, context, { who: whoFor('joined'), actorId })
  const first = await readFirst(
    db,
    selectFields(
      { id: games.id, creatorId: games.creatorId },
      sql`FROM (${whoFor('invited')}) who CROSS JOIN ${games} ON ${games.id} = who.eventId
        WHERE ${games.startsAt} > ${now} ORDER BY ${games.startsAt}, ${games.id} LIMIT 1`,
    ),
  )
  if (!first) return
  // A person who registered on their own is invited by whoever made the games.
  const inviterId = isOwn ? first.creatorId : actorId
  if (inviterId !== null) await inviteToGames(db, context, { who: whoFor('invited'), actorId: inviterId, firstEventId: first.id })
}
