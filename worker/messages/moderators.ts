import { type SQL, sql } from 'drizzle-orm'
import { parseConversationId } from '../../domain/messages/rules.ts'
import { isOwnGame } from '../events/in-game.ts'
import { game, games } from '../events/shared.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { mayDo } from '../teams/may-do.ts'
import { communityMembers } from '../teams/shared.ts'
import { conversationMembers as m } from './schema.ts'

/** In a statement: the community of a conversation; null if it has none. */
export function selectTeamOf(conversationId: string): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  switch (kind) {
    case 'direct':
    case 'group':
      return sql`NULL`
    case 'team':
      return sql`${subject}`
    case 'topic':
      return sql`(SELECT ${topicsOfTeams.teamId} FROM ${topicsOfTeams} WHERE ${topicsOfTeams.id} = ${subject})`
    case 'event':
      return sql`(SELECT ${game.teamId} FROM ${games} ${game} WHERE ${game.id} = ${subject})`
  }
}

/**
 * In a statement: whether the person keeps order in a conversation that they may read: the organizers of its community, and the hosts of
 * its game, and the owner of a group.
 */
export function mayModerate(userId: string, conversationId: string): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  if (kind === 'direct') return sql`0`
  if (kind === 'group')
    return sql`EXISTS (SELECT 1 FROM ${m} WHERE ${m.conversationId} = ${conversationId} AND ${m.userId} = ${userId} AND ${m.role} = 'owner')`
  const isOrganizer = sql`EXISTS (SELECT 1 FROM ${communityMembers} WHERE ${communityMembers.teamId} = ${selectTeamOf(conversationId)}
    AND ${communityMembers.userId} = ${userId} AND ${mayDo(communityMembers, 'messages.moderate')})`
  return kind === 'event' ? sql`(${isOwnGame(subject, userId)} OR ${isOrganizer})` : isOrganizer
}
