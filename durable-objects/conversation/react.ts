import type { ClientFrame } from '../../domain/messages/frames.ts'
import { tellChanged } from './message-views.ts'
import type { Admission } from './protocol.ts'
import type { ChangeRefusal } from './refusals.ts'
import type { Room } from './room.ts'

type ReactFrame = Extract<ClientFrame, { type: 'react' }>

/** Adds a reaction of a person to a message, or takes it back. */
export function react(
  room: Room,
  { userId, mayWrite }: Pick<Admission, 'userId' | 'mayWrite'>,
  { seq, emoji, isOn }: ReactFrame,
  now: number,
): ChangeRefusal | null {
  if (room.sendLimit.isReached(userId)) return 'SendingTooFast'
  const { log, reactions, hidden } = room
  const message = log.find(seq)
  // In a request, a reaction would tell the stranger that they were read.
  if (
    !mayWrite ||
    room.requesterId !== null ||
    !message ||
    message.text === null ||
    message.isHidden ||
    hidden.of(userId).has(message.authorId)
  )
    return 'ReactionRefused'
  if (isOn && reactions.isFull(seq, emoji)) return 'TooManyReactions'
  if (!reactions.set({ seq, emoji, userId }, isOn, now)) return null
  const after = log.lastChange()
  log.touch([seq])
  // Who reacts has read it. The database then knows that the person has something here.
  room.raiseMark(userId, seq, now)
  void room.scheduleSummary()
  tellChanged(room, [message], after)
  return null
}
