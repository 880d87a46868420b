import type { NewMessage } from '../../domain/messages/contract.ts'
import { isPollTimeAllowed } from '../../domain/messages/polls.ts'
import { viewNew } from './message-views.ts'
import { type Admission, maxRequestMessages } from './protocol.ts'
import type { Refusal, SendResult } from './refusals.ts'
import type { Room } from './room.ts'

/** Stores a message once and sends it to everyone who is here. */
export function sendMessage(
  room: Room,
  { userId, mayWrite, isInvited }: Pick<Admission, 'userId' | 'mayWrite' | 'isInvited'>,
  message: NewMessage,
  now: number,
): SendResult {
  const { requesterId } = room
  const refused = isInvited
    ? 'AcceptFirst'
    : mayWrite
      ? (refuseSender(room, userId, requesterId) ?? refusePoll(message, now))
      : 'NobodyReadsThis'
  if (refused) {
    const stored = room.log.findSent(userId, message.clientId)
    return stored ? { message: stored, isRepeated: true } : { refused }
  }
  const { files = [], poll } = message
  if (files.length > 0 && !room.log.findSent(userId, message.clientId)) {
    if (requesterId === userId) return { refused: 'FilesAfterAccept' }
    const ids = files.map(({ id }) => id)
    if (!room.files.areFree(userId, ids, now)) return { refused: 'FilesMissing' }
  }
  const added = room.inTransaction(() => {
    const appended = room.log.append(userId, message, now, room.hidden.of(userId))
    if (appended?.isNew) room.files.take(appended.message.seq, files)
    if (appended?.isNew && poll) room.polls.add(appended.message.seq, poll)
    return appended
  })
  if (!added) return { refused: 'ReplyToNothing' }
  if (added.isNew) {
    // Who answers a stranger accepts that they write.
    if (requesterId !== null && requesterId !== userId) room.accept()
    room.summary.addMessage(added.message)
    room.mentions.note(added.message.text)
    room.fanOut.push(viewNew(room, added.message))
    room.marks.raise(userId, added.message.seq)
    room.alerts.addMessage(added.message.seq, Date.now())
    void room.scheduleSummary()
  }
  return { message: added.message, isRepeated: !added.isNew }
}

const refusePoll = ({ poll }: NewMessage, now: number): Refusal | null =>
  poll && !isPollTimeAllowed(poll.closesAt, now) ? 'PollTimeWrong' : null

function refuseSender({ log, sendLimit }: Room, userId: string, requesterId: string | null): Refusal | null {
  if (requesterId === userId && log.countOf(userId, maxRequestMessages) >= maxRequestMessages) return 'RequestNotAccepted'
  return sendLimit.isReached(userId) ? 'SendingTooFast' : null
}
