import type { Message } from '../../domain/messages/contract.ts'
import { listMentioned, writePlain } from '../../domain/messages/mentions.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { dayOf } from '../ui/day-label.ts'
import type { ShownConversation } from './conversation-types.ts'
import type { UnsentFile } from './files/unsent-file.ts'
import type { UnsentMessage } from './outbox.ts'
import { showNewPoll, showVote } from './pending-votes.ts'

/** `waiting`: there is no network, so it is sent later. */
export type SendState = 'sent' | 'sending' | 'waiting' | 'failed'

/** A message as a screen shows it: one of the conversation, or an unsent one of the viewer. */
export type ShownMessage = Omit<Message, 'seq'> & {
  /** Stays the same when an unsent message is sent. */
  key: string
  /** Null until it is sent. */
  seq: number | null
  author: Face
  /** The text with mentions, as it is sent. `text` is what people read. */
  source: string | null
  /** The people who are mentioned and whom the viewer sees. */
  mentioned: readonly Face[]
  sendState: SendState
  refusal: string | null
  /** The server has not confirmed the viewer's vote yet. */
  isVotePending?: boolean
  /** The files of an unsent message. */
  unsentFiles?: readonly UnsentFile[]
}

export type Row =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'news'; key: string; count: number }
  /** `isFirst`: it shows its author. The messages that follow from the same person do not. */
  | { kind: 'message'; key: string; message: ShownMessage; isFirst: boolean }

/** There is one line "New" at most. */
export const newsKey = 'news'

const keyOf = (authorId: string, clientId: string) => `${authorId}:${clientId}`

/** A new message appears when the names in it are loaded. One that was edited is on the screen already. */
const isWaitingForNames = ({ text, editedAt }: Message, faces: ShownConversation['faces']): boolean =>
  editedAt === null && listMentioned(text ?? '').some((id) => !faces.has(id))

/** What people read, and who is mentioned. Most messages mention nobody. */
export function readWords(source: string | null, faces: ShownConversation['faces']): Pick<ShownMessage, 'text' | 'source' | 'mentioned'> {
  const mentioned = source === null ? [] : listMentioned(source).flatMap((id) => faces.get(id) ?? [])
  return { text: source && writePlain(source, (id) => faces.get(id)?.name), source, mentioned }
}

/** The messages that are shown: those of people whom the viewer may see, then the viewer's own unsent ones. */
export function listShownMessages(
  { messages, faces, pendingTexts, pendingVotes }: Pick<ShownConversation, 'messages' | 'faces' | 'pendingTexts' | 'pendingVotes'>,
  viewer: Face,
  unsent: readonly UnsentMessage[],
  isWaiting: boolean,
): ShownMessage[] {
  const sentIds = new Set<string>()
  const sent = messages.flatMap((message): ShownMessage[] => {
    if (message.authorId === viewer.id) sentIds.add(message.clientId)
    const author = faces.get(message.authorId)
    if (!author || isWaitingForNames(message, faces)) return []
    const pending = pendingTexts.get(message.seq)
    const poll = message.poll && {
      poll: showVote(message.poll, pendingVotes.get(message.seq)),
      isVotePending: pendingVotes.has(message.seq),
    }
    const words = readWords(message.text !== null && pending !== undefined ? pending : message.text, faces)
    return [{ ...message, ...poll, ...words, key: keyOf(message.authorId, message.clientId), author, sendState: 'sent', refusal: null }]
  })
  const own = unsent
    .filter(({ clientId }) => !sentIds.has(clientId))
    .map(
      ({ clientId, text, replyTo, poll, at, refusal, files }): ShownMessage => ({
        key: keyOf(viewer.id, clientId),
        clientId,
        seq: null,
        authorId: viewer.id,
        author: viewer,
        sentAt: at,
        ...readWords(text, faces),
        replyTo,
        editedAt: null,
        reactions: [],
        ...(poll && { poll: showNewPoll(poll) }),
        sendState: refusal !== null ? 'failed' : isWaiting ? 'waiting' : 'sending',
        refusal,
        ...(files && { unsentFiles: files }),
      }),
    )
  return [...sent, ...own]
}

/** Messages of one person that are further apart than this show the author again. */
const groupTime = 5 * 60_000

/** Puts lines between the days and above the first new message. */
export function buildRows(messages: readonly ShownMessage[], news: ShownConversation['news']): Row[] {
  const rows: Row[] = []
  let day = ''
  let before: ShownMessage | null = null
  let isNewsShown = false
  for (const message of messages) {
    const ownDay = dayOf(new Date(message.sentAt))
    if (ownDay !== day) {
      rows.push({ kind: 'day', key: `day:${ownDay}:${message.key}`, at: message.sentAt })
      day = ownDay
      before = null
    }
    if (news && !isNewsShown && message.seq !== null && message.seq >= news.seq) {
      rows.push({ kind: 'news', key: newsKey, count: news.count })
      isNewsShown = true
      before = null
    }
    const isFirst = before?.authorId !== message.authorId || message.sentAt - before.sentAt > groupTime || message.replyTo !== null
    rows.push({ kind: 'message', key: message.key, message, isFirst })
    before = message
  }
  return rows
}
