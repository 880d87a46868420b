import * as v from 'valibot'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { plainText } from '../texts.ts'
import { ConversationId } from './conversation-id.ts'
import { isOneEmoji } from './emoji.ts'
import { MessageFile, SentFiles } from './files.ts'
import { FilesSummary } from './files-summary.ts'
import { maxGroupSize } from './groups.ts'
import { conversationKinds } from './kinds.ts'
import { LinkPreview } from './link-preview.ts'
import { hasTooManyMentions, maxMentions } from './mentions.ts'
import { muteForever } from './mute-forever.ts'
import { NewPoll, Poll } from './polls.ts'

export const maxMessageLength = 4000
/** How many messages one request or one frame contains at most. */
export const messagePageSize = 30
/** How many messages a page contains at most for who jumps back. */
export const jumpPageSize = 500
export const conversationPageSize = 30
/** The reactions that are one tap away. */
export const quickReactions = ['👍', '❤️', '😂', '🎉', '😮', '🙏'] as const
/** How many kinds of reactions one message can have. */
export const maxReactionKinds = 12
/** The dialog of a message names so many people in each of its lists. */
export const maxPeopleListed = 50

export const ConversationParam = v.object({ conversationId: ConversationId })

const AnyText = v.pipe(
  plainText('A message', maxMessageLength),
  v.check((text) => !hasTooManyMentions(text), `Mention up to ${maxMentions} people.`),
)
/** With people who are mentioned as `mentionOf` writes them. */
export const MessageText = v.pipe(AnyText, v.minLength(1, 'Write a message.'))

/** The place of a message in its conversation. The first message has 1, and no number is used twice. */
export const Seq = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The longest emoji are families and flags, of up to 15 units. */
const maxEmojiLength = 32
export const ReactionEmoji = v.pipe(v.string(), v.maxLength(maxEmojiLength), v.check(isOneEmoji, 'Use one emoji.'))

/** One kind of reaction, as one person sees it. */
export const Reaction = v.object({ emoji: v.string(), count: v.number(), isMine: v.boolean() })
export type Reaction = v.InferOutput<typeof Reaction>

export const Message = v.object({
  seq: v.number(),
  /** The key that the author's client made, so that it recognizes its own message. */
  clientId: v.string(),
  authorId: v.string(),
  sentAt: v.number(),
  /** Null after the message was deleted, and while it is hidden. */
  text: v.nullable(v.string()),
  /** An organizer or a host has hidden it from everyone. */
  isHidden: v.optional(v.boolean()),
  replyTo: v.nullable(v.number()),
  editedAt: v.nullable(v.number()),
  reactions: v.array(Reaction),
  /** Missing without files. The text may be empty with them. */
  files: v.optional(v.array(MessageFile)),
  /** The text is the question of this poll. Missing after the message was deleted, and while it is hidden. */
  poll: v.optional(Poll),
  /** What the page of its first link says. Missing without one, and while it is not known. */
  preview: v.optional(LinkPreview),
})
export type Message = v.InferOutput<typeof Message>

/** A message has a text, or files, or both. The text of a poll is its question. */
export const hasContent = ({ text, files, poll }: { text: string; files?: SentFiles | undefined; poll?: NewPoll | undefined }) =>
  text !== '' || (poll === undefined && (files?.length ?? 0) > 0)

export const NewMessage = v.pipe(
  v.object({
    clientId: IdempotencyKey,
    text: AnyText,
    replyTo: v.optional(v.nullable(Seq), null),
    files: v.optional(SentFiles),
    poll: v.optional(NewPoll),
  }),
  v.forward(
    v.check((message) => hasContent(message), 'Write a message.'),
    ['text'],
  ),
)
export type NewMessage = v.InferOutput<typeof NewMessage>

/** A device may send what was written on it a while ago. With `userId`, it says who wrote it. */
export const SendMessage = v.intersect([NewMessage, v.object({ userId: v.optional(Id) })])

/** Messages in their order, with what a client needs to ask for the next ones. */
export const MessagePage = v.object({
  messages: v.array(Message),
  /** The last message of the conversation; 0 if there is none. */
  lastSeq: v.number(),
  /** The number of the last edit, deletion or reaction. */
  lastChange: v.number(),
  /** There are older messages than the first of these. */
  hasOlder: v.boolean(),
})
export type MessagePage = v.InferOutput<typeof MessagePage>

export const MessageParam = v.object({
  ...ConversationParam.entries,
  seq: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'Use the number of a message.'), v.transform(Number)),
})

export const HideMessage = v.object({ isHidden: v.boolean() })

/** So many messages of a conversation can be pinned at once. */
export const maxPins = 10

export const PinMessage = v.object({ isPinned: v.boolean() })

/** A message that stands above its conversation. */
export const PinnedMessage = v.object({
  seq: v.number(),
  authorId: v.string(),
  text: v.string(),
  /** Missing if it has a text, or no files. */
  files: v.optional(FilesSummary),
})
export type PinnedMessage = v.InferOutput<typeof PinnedMessage>

/** What a message said until it was edited. */
export const EarlierText = v.object({ text: v.string(), until: v.number() })
export type EarlierText = v.InferOutput<typeof EarlierText>

/** More about one message. People whom the viewer may not see are left out. */
export const MessageDetails = v.object({
  /** The latest first. */
  earlierTexts: v.array(EarlierText),
  /** Who has read it, without its author. Empty in a request. */
  readers: v.array(Face),
  reactions: v.array(v.object({ emoji: v.string(), count: v.number(), people: v.array(Face) })),
  /** The answers of its poll. Nobody is named if the poll shows only counts. */
  votes: v.optional(v.array(v.object({ text: v.string(), count: v.number(), people: v.array(Face) }))),
})
export type MessageDetails = v.InferOutput<typeof MessageDetails>

export const QueryNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Use a whole number.'), v.transform(Number))

/** Without `before`, the newest messages. With `from`, a longer page that ends there: for who jumps back to a message. */
export const MessagesQuery = v.object({ before: v.optional(QueryNumber), from: v.optional(QueryNumber) })
export type MessagesQuery = v.InferOutput<typeof MessagesQuery>

/** What a client has already: the last message and the last change. Without them it gets the newest messages. */
export const SocketQuery = v.object({ after: v.optional(QueryNumber), changedAfter: v.optional(QueryNumber) })

export const StartConversation = v.object({ userId: Id })

export const Conversation = v.object({
  id: ConversationId,
  kind: v.picklist(conversationKinds),
  /** The name of the other person, the group, the community, its topic or the game. */
  name: v.string(),
  photo: v.nullable(v.string()),
  /** The other person of a direct conversation; null if the account is deleted. */
  person: v.nullable(Face),
  /** The community that the conversation belongs to. */
  team: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** The game that the conversation is about. */
  event: v.nullable(v.object({ id: v.string(), startsAt: v.number(), timeZone: v.string() })),
  /** The viewer removed the conversation: it is hidden and silent until they bring it back. */
  blocked: v.boolean(),
  /** Somebody whom the viewer does not know wrote first. They do not see what the viewer has read until the viewer answers or accepts. */
  isRequest: v.boolean(),
  /** The viewer muted the conversation until then; it may have passed. */
  mutedUntil: v.nullable(v.number()),
  last: v.nullable(
    v.object({ seq: v.number(), at: v.number(), authorId: v.string(), text: v.nullable(v.string()), files: v.optional(FilesSummary) }),
  ),
  unread: v.number(),
  /** The latest message that mentions the viewer, if they have not read it. It counts in a muted conversation too. */
  mentionedSeq: v.nullable(v.number()),
})
export type Conversation = v.InferOutput<typeof Conversation>

export const ConversationsQuery = v.object({
  cursor: Cursor,
  blocked: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((value) => value === 'true'),
    ),
    'false',
  ),
})

/** Until when the viewer mutes a conversation; null ends it. */
export const MuteConversation = v.object({
  until: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(muteForever))),
})

/** What the viewer changes for themselves. `userId` must be their own. */
export const UpdateConversation = v.object({ userId: Id, blocked: v.boolean() })

export const ConversationList = v.object({ conversations: v.array(Conversation), next: v.nullable(v.string()) })
export type ConversationList = v.InferOutput<typeof ConversationList>

export const ConversationRef = v.object({ id: ConversationId })

/** A conversation that the viewer opens. It may have no message yet. */
export const OpenConversation = v.object({
  ...Conversation.entries,
  /**
   * The ids of both people or of the people of the group, the viewer first, without people who have a block with the viewer. Of a community,
   * a topic or a game only the viewer: all of them come in pages, from `/participants`.
   */
  participants: v.pipe(v.array(Id), v.maxLength(maxGroupSize)),
  mayWrite: v.boolean(),
  mayModerate: v.boolean(),
  mayPin: v.boolean(),
  /** The game of the conversation, or the next one of its community. Null if there is none to come. */
  nextGameId: v.nullable(v.string()),
})
export type OpenConversation = v.InferOutput<typeof OpenConversation>

/** How many names one request may ask for. */
export const maxNamesAsked = 50

/** Ids of people, separated by commas. */
export const NamesQuery = v.object({
  ids: v.pipe(
    v.string(),
    v.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,49}$/, `Use 1 to ${maxNamesAsked} ids, separated by commas.`),
    v.transform((ids) => ids.split(',')),
  ),
})

/** People of a conversation. Those whom the viewer may not see are left out. */
export const ConversationPeople = v.object({ people: v.array(Face) })
export type ConversationPeople = v.InferOutput<typeof ConversationPeople>

export const participantPageSize = 50

/** Everybody who is in a conversation now, in pages. Those whom the viewer may not see are left out. */
export const Participants = v.object({ participants: v.array(Face), next: v.nullable(v.string()) })
export type Participants = v.InferOutput<typeof Participants>

export const ParticipantsQuery = v.object({ cursor: Cursor })

/** Counting stops at this number of conversations. */
export const maxUnreadConversations = 100

/** How many conversations have unread messages, and how many requests wait. */
export const UnreadConversations = v.object({ unread: v.number(), requests: v.number() })
export type UnreadConversations = v.InferOutput<typeof UnreadConversations>
