import type { MessageDetails } from '../../domain/messages/contract.ts'
import { listMentioned, writePlain } from '../../domain/messages/mentions.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import type { RawDetails } from '../../durable-objects/conversation/details.ts'
import type { Database } from '../platform/database.ts'
import { listConversationPeople } from './queries.ts'

/** Replaces ids with names and photos, without people whom the viewer may not see. */
export async function nameDetails(
  db: Database,
  viewerId: string,
  conversationId: string,
  { earlierTexts, readerIds, reactions, votes }: RawDetails,
): Promise<MessageDetails> {
  const mentioned = earlierTexts.flatMap(({ text }) => listMentioned(text))
  const ids = new Set([...readerIds, ...[...reactions, ...(votes ?? [])].flatMap(({ userIds }) => userIds), ...mentioned])
  const { people } = await listConversationPeople(db, viewerId, conversationId, [...ids])
  const faces = new Map(people.map((face) => [face.id, face]))
  const nameAll = (userIds: readonly string[]) => userIds.map((id) => faces.get(id)).filter((face): face is Face => face !== undefined)
  return {
    earlierTexts: earlierTexts.map(({ text, until }) => ({ text: writePlain(text, (id) => faces.get(id)?.name), until })),
    readers: nameAll(readerIds),
    reactions: reactions.map(({ emoji, count, userIds }) => ({ emoji, count, people: nameAll(userIds) })),
    ...(votes && { votes: votes.map(({ text, count, userIds }) => ({ text, count, people: nameAll(userIds) })) }),
  }
}
