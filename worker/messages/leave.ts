import { type SQL, sql } from 'drizzle-orm'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { day } from '../../domain/time/spans.ts'
import type { Env } from '../env.ts'
import { isInGame, selectGamesOf } from '../events/in-game.ts'
import { games } from '../events/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'

/** Jobs whose id starts with this run before their request is answered. The queue only runs those that failed then. */
export const leavePrefix = 'leave-conversation:'

/** A job for each row of `rows`: a conversation, a list of ids in JSON or null for everybody, and whether these people may return. */
export const putLeaving = (rows: SQL, now: number): MessageInsert =>
  putRowsInOutbox(
    'work',
    sql`SELECT ${leavePrefix} || lower(hex(randomblob(16))) AS id, json_object('kind', 'leave-conversation', 'conversationId', conversationId,
      'userIds', json(userIds), 'mayReturn', json(mayReturn)) AS body FROM (${rows})`,
    { now },
  )

/** `mayReturn`: they connect again with what they may do now. */
type Leaving = { now: number; when: SQL; mayReturn?: boolean }

const toJson = (userId: string | null) => (userId === null ? 'null' : JSON.stringify([userId]))

/** Conversations of games are used for a while after the game. */
const usedAfterStart = 2 * day

/**
 * A person who is in games of the team connects to their conversations again, because they kept order there as an organizer. Who leaves
 * the team loses its games for members only, which closes their conversations.
 */
const selectGamesToReopen = (teamId: string, userId: string, { now, when, mayReturn }: Leaving): SQL =>
  sql`UNION ALL SELECT 'event_' || ${games.id}, ${toJson(userId)}, 'true'
    FROM (${selectGamesOf(userId, now - usedAfterStart)}) mine CROSS JOIN ${games} ON ${games.id} = mine.id AND ${games.teamId} = ${teamId} WHERE ${when}
      ${mayReturn ? sql`` : sql`AND ${games.visibility} <> 'team'`}`

/**
 * For the batch in which a person, or everybody, leaves a team: they are out of its conversation and of those of its topics. With
 * `mayReturn`, their role has changed.
 */
export const leaveTeamConversation = (teamId: string, userId: string | null, leaving: Leaving): MessageInsert => {
  const { now, when, mayReturn = false } = leaving
  return putLeaving(
    sql`SELECT 'team_' || ${teamId} AS conversationId, ${toJson(userId)} AS userIds, ${String(mayReturn)} AS mayReturn WHERE ${when}
      UNION ALL SELECT 'topic_' || ${topicsOfTeams.id}, ${toJson(userId)}, ${String(mayReturn)} FROM ${topicsOfTeams} WHERE ${topicsOfTeams.teamId} = ${teamId} AND ${when}
      ${userId === null ? sql`` : selectGamesToReopen(teamId, userId, leaving)}`,
    now,
  )
}

/**
 * For the batch in which what some members may do changes. `people` selects their `userId`. They connect again, also to the games of the
 * team in which they are.
 */
export const reopenTeamConversations = (teamId: string, people: SQL, { now, when }: Omit<Leaving, 'mayReturn'>): MessageInsert => {
  const userIds = sql`(SELECT json_group_array(userId) FROM (${people}))`
  const isNeeded = sql`${when} AND EXISTS (${people})`
  return putLeaving(
    sql`SELECT 'team_' || ${teamId} AS conversationId, ${userIds} AS userIds, 'true' AS mayReturn WHERE ${isNeeded}
      UNION ALL SELECT 'topic_' || ${topicsOfTeams.id}, ${userIds}, 'true' FROM ${topicsOfTeams} WHERE ${topicsOfTeams.teamId} = ${teamId} AND ${isNeeded}
      UNION ALL SELECT 'event_' || ${games.id}, ${userIds}, 'true' FROM ${games} WHERE ${games.teamId} = ${teamId}
        AND ${games.startsAt} >= ${now - usedAfterStart} AND ${isNeeded}
        AND EXISTS (SELECT 1 FROM (${people}) member WHERE ${isInGame(games.id, sql`member.userId`)})`,
    now,
  )
}

/** For the batch in which a person, or everybody, may no longer read one conversation. */
export const leaveOne = (conversationId: string, userId: string | null, { now, when, mayReturn = false }: Leaving): MessageInsert =>
  putLeaving(
    sql`SELECT ${conversationId} AS conversationId, ${toJson(userId)} AS userIds, ${String(mayReturn)} AS mayReturn WHERE ${when}`,
    now,
  )

/**
 * For the batch in which people lose their place in games. `people` selects `eventId` and `userId`. With `mayReturn`, they play but no
 * longer host.
 */
export const leaveGames = (people: SQL, now: number, { mayReturn = false }: { mayReturn?: boolean } = {}): MessageInsert =>
  putLeaving(
    sql`SELECT 'event_' || eventId AS conversationId, json_group_array(DISTINCT userId) AS userIds, ${String(mayReturn)} AS mayReturn
      FROM (${people}) GROUP BY eventId`,
    now,
  )

/** Closes the sockets of people in a conversation. It may run twice. */
export async function leaveConversation(
  { conversationId, userIds, mayReturn }: WorkOf<'leave-conversation'>,
  { env }: { env: Env },
): Promise<void> {
  await env.CONVERSATION.getByName(conversationId).closeSockets(userIds, { mayReturn })
}
