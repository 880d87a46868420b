import type { Message, MessagePage } from '../../domain/messages/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import type { ConversationState } from './conversation-state.ts'
import type { PendingVotes } from './pending-votes.ts'

/** `removed`: the viewer may no longer read here. */
type Connection = 'connecting' | 'open' | 'lost' | 'removed'

/** What a conversation keeps on this device, to show it at once and offline. */
export type SavedConversation = {
  messages: readonly Message[]
  syncedSeq: number
  hasOlder: boolean
  lastChange: number
  /** How far the viewer has read. */
  readSeq: number
  faces: Face[]
}

/** So many of the people who are here are shown with their faces. */
export const maxFacesHere = 3

export type ShownConversation = ConversationState & {
  connection: Connection
  /** Whether everything can be shown that is loaded at first: messages appear only together with their authors. */
  isReady: boolean
  /** Null for people who are not shown to the viewer. People whose face is not loaded yet are missing. */
  faces: ReadonlyMap<string, Face | null>
  /** Edits and deletions (null) that the server has not confirmed yet, by `seq`. */
  pendingTexts: ReadonlyMap<number, string | null>
  pendingVotes: PendingVotes
  older: { isLoading: boolean; error: unknown }
}

export type StoreSettings = {
  conversationId: string
  viewer: Face
  /** How far the viewer has read at least. The first frame may know it better. */
  readSeq: number
  saved: SavedConversation | null
  save: (conversation: SavedConversation) => void
  /** Deletes what was saved, because the viewer may no longer see it. */
  forget: () => void
  /** With `from`, a longer page that goes back to that message. */
  loadOlder: (before: number, from?: number) => Promise<MessagePage>
  loadFaces: (ids: string[]) => Promise<Face[]>
  /** Whether the viewer may still read here. Asked when the server refuses the socket. */
  isAllowed: () => Promise<boolean>
  /** Something new stands in the conversation, or the viewer has read more of it. */
  onChange: () => void
  onRefused: (reason: string) => void
}
