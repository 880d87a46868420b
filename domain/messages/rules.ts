import { type ConversationKind, conversationKinds } from './kinds.ts'

export const teamConversationId = (teamId: string) => `team_${teamId}`
export const topicConversationId = (topicId: string) => `topic_${topicId}`
export const eventConversationId = (eventId: string) => `event_${eventId}`

/** The kind and the rest of an id. */
export function parseConversationId(id: string): { kind: ConversationKind; subject: string } {
  const place = id.indexOf('_')
  const kind = conversationKinds.find((known) => known === id.slice(0, place))
  if (kind === undefined) throw new Error(`There is no kind of conversation with the id ${id}`)
  return { kind, subject: id.slice(place + 1) }
}

export const conversationKindOf = (id: string): ConversationKind => parseConversationId(id).kind

/** The same for both people, and tells nobody else who they are. */
export async function directConversationId(oneId: string, otherId: string): Promise<string> {
  const bytes = new TextEncoder().encode([oneId, otherId].sort().join(' '))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `direct_${Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
