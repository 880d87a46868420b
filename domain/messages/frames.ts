import * as v from 'valibot'
import { hasContent, Message, MessagePage, MessageText, NewMessage, PinnedMessage, ReactionEmoji, Seq } from './contract.ts'
import { PollChoices } from './polls.ts'
import { SlowMode } from './slow-mode.ts'

/** The close code of a socket whose person is no longer in the conversation. */
export const removedCode = 4403
/** The close code after a block was made or lifted. The client forgets the messages that it has, and connects again. */
export const readmitCode = 4409

/** The frame about who is here names so many people. */
export const maxHereNamed = 20

/** The last message or change that a client has; 0 if it has none. */
const Position = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A message from the client. */
export const ClientFrame = v.variant('type', [
  v.pipe(
    v.object({ type: v.literal('send'), ...NewMessage.entries }),
    v.check((frame) => hasContent(frame), 'Write a message.'),
  ),
  v.object({ type: v.literal('edit'), seq: Seq, text: MessageText }),
  v.object({ type: v.literal('delete'), seq: Seq }),
  v.object({ type: v.literal('react'), seq: Seq, emoji: ReactionEmoji, isOn: v.boolean() }),
  v.object({ type: v.literal('vote'), seq: Seq, choices: PollChoices }),
  /** The author does not want the preview of the link. It stays removed. */
  v.object({ type: v.literal('remove-preview'), seq: Seq }),
  v.object({ type: v.literal('read'), seq: Seq }),
  v.object({ type: v.literal('typing') }),
  /** The client has noticed that it missed something. It gets another first frame. */
  v.object({ type: v.literal('sync'), after: Position, changedAfter: Position }),
])
export type ClientFrame = v.InferOutput<typeof ClientFrame>

/** A message from the Durable Object. */
export const ServerFrame = v.variant('type', [
  /** The first frame. `hasGap`: the client missed more than one page, so it must forget what it has. */
  v.object({
    type: v.literal('welcome'),
    ...MessagePage.entries,
    changed: v.array(Message),
    hasGap: v.boolean(),
    marks: v.array(v.tuple([v.string(), v.number()])),
    pins: v.array(PinnedMessage),
    /** Missing while slow mode is off. */
    slow: v.optional(SlowMode),
  }),
  /** New messages. A client whose last message is before `after` has missed something. */
  v.object({ type: v.literal('messages'), messages: v.array(Message), after: v.number() }),
  /** Messages that look different now. A client whose last change is before `after` has missed something. */
  v.object({ type: v.literal('changed'), messages: v.array(Message), after: v.number(), lastChange: v.number() }),
  /** What is pinned now, the latest first. */
  v.object({ type: v.literal('pins'), pins: v.array(PinnedMessage) }),
  v.object({ type: v.literal('slow'), slow: SlowMode }),
  v.object({ type: v.literal('typing'), userId: v.string() }),
  /** The others who have the conversation open now, and how many they are. Only a few of many are named. */
  v.object({ type: v.literal('here'), people: v.array(v.string()), count: v.number() }),
  /** How far others have read. */
  v.object({ type: v.literal('read'), userId: v.string(), seq: v.number() }),
  v.object({
    type: v.literal('refused'),
    /** Missing if the frame itself is wrong. */
    code: v.optional(v.string()),
    reason: v.string(),
    /** The message that was not sent. */
    clientId: v.optional(v.string()),
  }),
])
export type ServerFrame = v.InferOutput<typeof ServerFrame>
