import type { Message, MessagePage, PinnedMessage } from '../../domain/messages/contract.ts'
import type { ServerFrame } from '../../domain/messages/frames.ts'
import { notSlow, readSlow, type SlowState, slowAfter } from './slow-state.ts'

/** What this tab knows about a conversation. */
export type ConversationState = {
  /** Sorted by `seq`. Numbers can be missing, because messages of people with a block are never sent to the viewer. */
  messages: readonly Message[]
  /** Up to here, everything has come through the socket. The viewer's own messages can be ahead of it. */
  syncedSeq: number
  isLoaded: boolean
  hasOlder: boolean
  /** The last edit or deletion that is applied. */
  lastChange: number
  /** The messages above the conversation, the latest pin first. */
  pins: readonly PinnedMessage[]
  slow: SlowState
  /** How far each person has read. */
  marks: ReadonlyMap<string, number>
  /** Until when each person counts as typing. */
  typing: ReadonlyMap<string, number>
  /** The others who have the conversation open now. Only a few of many are named. */
  here: { people: readonly string[]; count: number }
  /** The first message that was new when the viewer came, and how many there were. */
  news: { seq: number; count: number } | null
}

export const emptyConversation: ConversationState = {
  messages: [],
  syncedSeq: 0,
  isLoaded: false,
  hasOlder: false,
  lastChange: 0,
  pins: [],
  slow: notSlow,
  marks: new Map(),
  typing: new Map(),
  here: { people: [], count: 0 },
  news: null,
}

type FrameContext = {
  viewerId: string
  now: number
  /** Whether the viewer looks at the conversation. */
  isWatching: boolean
}

/** Somebody counts as typing for this long after their last sign of it. */
const typingTime = 6000

/** Adds messages in their place. One that is there already is replaced. */
function mergeMessages(messages: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return messages
  const bySeq = new Map(messages.map((message) => [message.seq, message]))
  for (const message of more) bySeq.set(message.seq, message)
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

/** Replaces messages that are loaded, and ignores the others. */
function replaceMessages(messages: readonly Message[], changed: readonly Message[]): readonly Message[] {
  if (changed.length === 0) return messages
  const bySeq = new Map(changed.map((message) => [message.seq, message]))
  return messages.map((message) => bySeq.get(message.seq) ?? message)
}

function raiseMarks(marks: ReadonlyMap<string, number>, risen: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const next = new Map(marks)
  for (const [userId, seq] of risen) next.set(userId, Math.max(seq, next.get(userId) ?? 0))
  return next
}

/** Whether something came before this frame that the page never got. */
export const isBehind = (state: ConversationState, frame: ServerFrame): boolean =>
  (frame.type === 'messages' && frame.after > state.syncedSeq) || (frame.type === 'changed' && frame.after > state.lastChange)

export const applyFrame = (state: ConversationState, frame: ServerFrame, context: FrameContext): ConversationState => {
  switch (frame.type) {
    case 'welcome': {
      // An object that was restored from a backup knows less than this tab.
      const isRestored = frame.hasGap && frame.lastSeq < state.syncedSeq
      const marks = raiseMarks(isRestored ? new Map() : state.marks, frame.marks)
      const loaded = frame.hasGap
        ? { messages: frame.messages, hasOlder: frame.hasOlder }
        : { messages: replaceMessages(mergeMessages(state.messages, frame.messages), frame.changed) }
      const news = findNews(state, frame.messages, context)
      return {
        ...state,
        ...loaded,
        marks,
        news,
        pins: frame.pins,
        slow: readSlow(frame.slow, context.now),
        isLoaded: true,
        syncedSeq: frame.lastSeq,
        lastChange: frame.lastChange,
      }
    }
    case 'messages': {
      const added = addMessages(state, frame.messages, context)
      return isBehind(state, frame) ? added : { ...added, syncedSeq: Math.max(state.syncedSeq, ...frame.messages.map(({ seq }) => seq)) }
    }
    case 'changed': {
      const messages = replaceMessages(state.messages, frame.messages)
      return isBehind(state, frame)
        ? { ...state, messages }
        : { ...state, messages, lastChange: Math.max(state.lastChange, frame.lastChange) }
    }
    case 'pins':
      return { ...state, pins: frame.pins }
    case 'slow':
      return { ...state, slow: readSlow(frame.slow, context.now) }
    case 'typing':
      return { ...state, typing: new Map(state.typing).set(frame.userId, context.now + typingTime) }
    case 'here':
      return { ...state, here: { people: frame.people, count: frame.count } }
    case 'read':
      return { ...state, marks: raiseMarks(state.marks, [[frame.userId, frame.seq]]) }
    case 'refused':
      return state
  }
}

/** Who has read the last message, if the viewer wrote it. */
export function listReaders({ messages, marks }: ConversationState, viewerId: string): string[] {
  const last = messages.at(-1)
  if (last?.authorId !== viewerId) return []
  return [...marks].flatMap(([userId, seq]) => (userId !== viewerId && seq >= last.seq ? userId : []))
}

/**
 * Adds new messages. Before the conversation is loaded, they come with its first frame. A message from before those that are loaded comes
 * with its older page: an answer can be so late that more than a page came meanwhile, and what is between would never be asked for.
 */
export function addMessages(state: ConversationState, added: readonly Message[], context: FrameContext): ConversationState {
  if (!state.isLoaded) return state
  const firstSeq = state.hasOlder ? (state.messages[0]?.seq ?? 0) : 0
  const messages = added.filter(({ seq }) => seq >= firstSeq)
  const typing = new Map(state.typing)
  for (const { authorId } of messages) typing.delete(authorId)
  return {
    ...state,
    messages: mergeMessages(state.messages, messages),
    slow: slowAfter(state.slow, { known: state.messages, added: messages }, context),
    // Who writes has read what was there before.
    marks: raiseMarks(
      state.marks,
      messages.map(({ authorId, seq }) => [authorId, seq]),
    ),
    typing,
    news: findNews(state, messages, context),
  }
}

/** While the viewer looks away, the first new message gets the line "New" above it. */
function findNews(
  { news, marks, isLoaded, messages: known }: ConversationState,
  messages: readonly Message[],
  { viewerId, isWatching }: FrameContext,
): ConversationState['news'] {
  const readSeq = marks.get(viewerId) ?? 0
  const knownSeqs = new Set(known.map(({ seq }) => seq))
  const unread = messages.filter(
    ({ authorId, seq, text }) => authorId !== viewerId && seq > readSeq && text !== null && !knownSeqs.has(seq),
  )
  const [first] = unread
  if (!isLoaded || isWatching || !first) return news
  // The line of an earlier visit moves down to what is new now.
  return news && news.seq > readSeq ? { ...news, count: news.count + unread.length } : { seq: first.seq, count: unread.length }
}

/** Draws the line "New" when the conversation opens. `readSeq`: how far the viewer had read before. */
export function startReading(state: ConversationState, viewerId: string, readSeq: number): ConversationState {
  const marks = raiseMarks(state.marks, [[viewerId, readSeq]])
  const unread = state.messages.filter(({ seq, authorId, text }) => seq > readSeq && authorId !== viewerId && text !== null)
  const [first] = unread
  return { ...state, marks, news: first ? { seq: first.seq, count: unread.length } : null }
}

/** Adds the page before this message. If the conversation was loaded anew meanwhile, the page does not fit and is ignored. */
export function addOlderPage(state: ConversationState, before: number, { messages, hasOlder }: MessagePage): ConversationState {
  return state.messages[0]?.seq === before ? { ...state, messages: [...messages, ...state.messages], hasOlder } : state
}

export const raiseMark = (state: ConversationState, userId: string, seq: number): ConversationState => ({
  ...state,
  marks: raiseMarks(state.marks, [[userId, seq]]),
})

/** Forgets who stopped typing. Returns the same state if nobody did. */
export function dropTyping(state: ConversationState, now: number): ConversationState {
  const typing = new Map([...state.typing].filter(([, until]) => until > now))
  return typing.size === state.typing.size ? state : { ...state, typing }
}
