import { type Column, type SQL, sql } from 'drizzle-orm'
import { parseConversationId } from '../../domain/messages/rules.ts'
import { selectPeopleInGame } from '../events/in-game.ts'
import { followsTopic } from '../notifications/topic-subscription.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communityMembers } from '../teams/shared.ts'
import { conversationMembers as m } from './schema.ts'

/** Selects the `userId` of each person in a conversation, without those who removed it from their list unless `withRemoved`. */
export function selectMembers(conversationId: string, { withRemoved = false }: { withRemoved?: boolean } = {}): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  const hasRemoved = (userId: Column | SQL) =>
    withRemoved
      ? sql`0`
      : sql`EXISTS (SELECT 1 FROM ${m} WHERE ${m.conversationId} = ${conversationId} AND ${m.userId} = ${userId} AND ${m.isHidden})`
  switch (kind) {
    case 'direct':
    case 'group':
      return sql`SELECT ${m.userId} AS userId FROM ${m}
        WHERE ${m.conversationId} = ${conversationId} AND ${withRemoved ? sql`1` : sql`NOT ${m.isHidden}`} AND (${m.otherId} IS NOT NULL OR ${m.role} IS NOT NULL)`
    case 'team':
      return sql`SELECT ${communityMembers.userId} AS userId FROM ${communityMembers}
        WHERE ${communityMembers.teamId} = ${subject} AND NOT ${hasRemoved(communityMembers.userId)}`
    case 'topic':
      return sql`SELECT ${communityMembers.userId} AS userId
        FROM ${topicsOfTeams} CROSS JOIN ${communityMembers} ON ${communityMembers.teamId} = ${topicsOfTeams.teamId}
        WHERE ${topicsOfTeams.id} = ${subject} AND ${followsTopic(subject, communityMembers.userId)} AND NOT ${hasRemoved(communityMembers.userId)}`
    case 'event':
      return sql`SELECT inGame.userId AS userId FROM (${selectPeopleInGame(subject)}) inGame WHERE NOT ${hasRemoved(sql`inGame.userId`)}`
  }
}
