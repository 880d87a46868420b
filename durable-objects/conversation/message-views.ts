import type { Message, MessagePage, NewMessage, Reaction } from '../../domain/messages/contract.ts'
import type { ServerFrame } from '../../domain/messages/frames.ts'
import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import { withoutHiddenText } from './hidden-text.ts'
import { addFiles, type FilesBySeq } from './message-files.ts'
import type { LogMessage, LogPage } from './message-log.ts'
import { type StoredPoll, viewPoll } from './polls.ts'
import type { ReactionRow } from './reactions.ts'
import type { Room } from './room.ts'
import { seeWords } from './see-words.ts'

const countReactions = (rows: readonly ReactionRow[], viewerId: string, hidden: ReadonlySet<string>): Reaction[] => {
  const kinds = new Map<string, Reaction>()
  for (const { emoji, userId } of rows) {
    if (hidden.has(userId)) continue
    const before = kinds.get(emoji)
    kinds.set(emoji, { emoji, count: (before?.count ?? 0) + 1, isMine: (before?.isMine ?? false) || userId === viewerId })
  }
  return [...kinds.values()]
}

/** Messages with what belongs to them, read once for all who see them. */
export class MessageViews {
  readonly #messages: readonly LogMessage[]
  readonly #reactions: ReadonlyMap<number, ReactionRow[]>
  readonly #polls: ReadonlyMap<number, StoredPoll>
  readonly #files: FilesBySeq
  readonly #previews: ReadonlyMap<number, LinkPreview>
  readonly #room: Room

  constructor(room: Room, messages: readonly LogMessage[]) {
    this.#room = room
    this.#messages = messages
    const seqs = messages.map(({ seq }) => seq)
    this.#reactions = Map.groupBy(room.reactions.listTo(seqs), ({ seq }) => seq)
    this.#polls = room.polls.listTo(seqs)
    this.#files = room.files.listBySeq(seqs)
    this.#previews = room.previews.listBySeq(seqs)
  }

  /** What one person sees. Reactions and votes of people with a block between them do not count. */
  for(viewerId: string): Message[] {
    const hidden = this.#room.hidden.of(viewerId)
    return this.#messages
      .filter(({ authorId }) => !hidden.has(authorId))
      .map((message) => ({
        ...addFiles(seeWords(withoutHiddenText(message), viewerId, hidden), this.#files),
        reactions: message.isHidden ? [] : countReactions(this.#reactions.get(message.seq) ?? [], viewerId, hidden),
        ...this.#viewPoll(message, viewerId, hidden),
        ...this.#viewPreview(message),
      }))
  }

  /** Whether this person sees them as everybody does who has nothing to do with them. */
  isPlainFor(viewerId: string): boolean {
    if (this.#room.hidden.of(viewerId).size > 0) return false
    if ([...this.#polls.values()].some(({ votes }) => votes.has(viewerId))) return false
    return [...this.#reactions.values()].every((rows) => rows.every(({ userId }) => userId !== viewerId))
  }

  #viewPoll({ seq, isHidden }: LogMessage, viewerId: string, hidden: ReadonlySet<string>): Pick<Message, 'poll'> {
    const poll = this.#polls.get(seq)
    return poll && !isHidden ? { poll: viewPoll(poll, viewerId, hidden) } : {}
  }

  #viewPreview({ seq, text, isHidden }: LogMessage): Pick<Message, 'preview'> {
    const preview = this.#previews.get(seq)
    return preview && text !== null && !isHidden ? { preview } : {}
  }
}

export const viewPage = (room: Room, page: LogPage, viewerId: string): MessagePage => ({
  ...page,
  messages: new MessageViews(room, page.messages).for(viewerId),
})

/**
 * A message that nobody has reacted to yet, and whose link was not opened. All who see it see the same. `sent` is what its author sent: most
 * messages have neither a poll nor files, and then nothing is looked up.
 */
export function viewNew({ files, polls }: Room, message: LogMessage, sent: Pick<NewMessage, 'poll' | 'files'>): Message {
  const poll = sent.poll && polls.find(message.seq)
  const withFiles = sent.files ? addFiles(message, files.listBySeq([message.seq])) : message
  return { ...withFiles, reactions: [], ...(poll && { poll: viewPoll(poll, '', new Set()) }) }
}

/** Sends changed messages to everyone who is here, as each of them sees them. `after` is the last change before these. */
export function tellChanged(room: Room, messages: readonly LogMessage[], after: number): void {
  const views = new MessageViews(room, messages)
  const lastChange = room.log.lastChange()
  const write = (seen: Message[]) => JSON.stringify({ type: 'changed', messages: seen, after, lastChange } satisfies ServerFrame)
  let plain: string | null = null
  room.fanOut.sendEach((viewerId) => {
    if (views.isPlainFor(viewerId)) {
      plain ??= write(views.for(''))
      return plain
    }
    const seen = views.for(viewerId)
    return messages.length > 0 && seen.length === 0 ? null : write(seen)
  })
}
