import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isInGame, selectGamesOf } from '../events/in-game.ts'
import { game, games } from '../events/shared.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { isInTeam } from '../teams/members.ts'
import { communityMembers } from '../teams/shared.ts'
import { putLeaving } from './leave.ts'
import { conversationMembers, conversations } from './schema.ts'

const own = alias(conversationMembers, 'own')
const theirs = alias(conversationMembers, 'theirs')

/** Selects the conversations in which both people of each `pair` are, apart from their own one. */
const selectShared = (now: number): SQL => sql`
  SELECT pair.blockerId AS blockerId, pair.blockedId AS blockedId, 'team_' || ${communityMembers.teamId} AS conversationId
  FROM pair CROSS JOIN ${communityMembers} ON ${communityMembers.userId} = pair.blockerId
  WHERE ${isInTeam(communityMembers.teamId, sql`pair.blockedId`)}
  UNION ALL SELECT pair.blockerId, pair.blockedId, 'topic_' || ${topicsOfTeams.id}
  FROM pair CROSS JOIN ${communityMembers} ON ${communityMembers.userId} = pair.blockerId
  CROSS JOIN ${topicsOfTeams} ON ${topicsOfTeams.teamId} = ${communityMembers.teamId}
  WHERE ${isInTeam(communityMembers.teamId, sql`pair.blockedId`)}
  UNION ALL SELECT pair.blockerId, pair.blockedId, ${own.conversationId}
  FROM pair CROSS JOIN ${conversationMembers} ${own} ON ${own.userId} = pair.blockerId AND ${own.role} IS NOT NULL
  CROSS JOIN ${conversationMembers} ${theirs} ON ${theirs.conversationId} = ${own.conversationId} AND ${theirs.userId} = pair.blockedId AND ${theirs.role} IS NOT NULL
  UNION ALL SELECT pair.blockerId, pair.blockedId, 'event_' || ${game.id}
  FROM pair CROSS JOIN ${games} ${game} ON ${game.id} IN (${selectGamesOf(sql`pair.blockerId`, 0)})
  WHERE ${isInGame(game.id, sql`pair.blockedId`)}
    AND (${game.startsAt} > ${now} OR EXISTS (SELECT 1 FROM ${conversations} WHERE ${conversations.id} = 'event_' || ${game.id}))`

/**
 * For the batch in which a block is made or lifted. Their conversation ends. In the others in which both are, they connect again, so that
 * neither sees the other. In a past game in which nobody has written there is nothing to see. `pairs` selects `blockerId` and `blockedId`.
 */
export const leaveConversationsBetween = (pairs: SQL, now: number): MessageInsert =>
  putLeaving(
    sql`WITH pair AS MATERIALIZED (${pairs})
      SELECT ${conversationMembers.conversationId} AS conversationId, json_array(pair.blockerId, pair.blockedId) AS userIds, 'false' AS mayReturn
      FROM pair CROSS JOIN ${conversationMembers} ON ${conversationMembers.userId} = pair.blockerId AND ${conversationMembers.otherId} = pair.blockedId
      UNION ALL
      SELECT conversationId, json_group_array(DISTINCT userId), 'true' FROM (
        SELECT both.conversationId AS conversationId, iif(side.value = 0, both.blockerId, both.blockedId) AS userId
        FROM (${selectShared(now)}) both CROSS JOIN json_each('[0,1]') side
      ) GROUP BY conversationId`,
    now,
  )
