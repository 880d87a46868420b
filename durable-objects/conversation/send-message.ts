import type { NewMessage } from '../../domain/messages/contract.ts'
import { isPollTimeAllowed } from '../../domain/messages/polls.ts'
import { viewNew } from './message-views.ts'
import { noteLink } from './preview-link.ts'
import { type Admission, maxRequestMessages } from './protocol.ts'
import type { Refusal, SendResult } from './refusals.ts'
import type { Room } from './room.ts'

type Sender = Pick<Admission, 'userId' | 'mayWrite' | 'mayModerate' | 'isInvited'>
type Refused = Exclude<SendResult, { message: unknown }>

/** Stores a message once and sends it to everyone who is here. */
export function sendMessage(room: Room, sender: Sender, message: NewMessage, now: number): SendResult {
  const { userId, mayModerate } = sender
  const { requesterId } = room
  const refusal = refuseMessage(room, sender, message, now)
  if (refusal) {
    const stored = room.log.findSent(userId, message.clientId)
    return stored ? { message: stored, isRepeated: true } : refusal
  }
  const added = room.inTransaction(() => {
    const appended = room.log.append(userId, message, now, room.hidden.of(userId))
    if (!appended?.isNew) return appended
    const { seq } = appended.message
    if (message.files) room.files.take(seq, message.files)
    if (message.poll) room.polls.add(seq, message.poll)
    if (!mayModerate) room.slowMode.addSend(userId, now)
    noteLink(room, appended.message, message.text)
    return appended
  })
  if (!added) return { refused: 'ReplyToNothing' }
  if (added.isNew) {
    // Who answers a stranger accepts that they write.
    if (requesterId !== null && requesterId !== userId) room.accept()
    room.summary.addMessage(added.message)
    room.mentions.note(added.message.text)
    room.fanOut.push(viewNew(room, added.message, message))
    room.raiseMark(userId, added.message.seq, now)
    room.alerts.addMessage(added.message.seq, Date.now())
    void room.scheduleSummary()
  }
  return { message: added.message, isRepeated: !added.isNew }
}

/** Why the message is not taken. One that is sent again is found although it would be refused now. */
function refuseMessage(room: Room, { userId, mayWrite, mayModerate, isInvited }: Sender, message: NewMessage, now: number): Refused | null {
  if (isInvited) return { refused: 'AcceptFirst' }
  if (!mayWrite) return { refused: 'NobodyReadsThis' }
  const refused = refuseSender(room, userId) ?? refusePoll(message, now) ?? refuseFiles(room, userId, message, now)
  if (refused) return { refused }
  const waitMs = mayModerate ? 0 : room.slowMode.waitOf(userId, now)
  return waitMs > 0 ? { refused: 'SlowMode', waitMs } : null
}

function refuseSender({ log, sendLimit, requesterId }: Room, userId: string): Refusal | null {
  if (requesterId === userId && log.countOf(userId, maxRequestMessages) >= maxRequestMessages) return 'RequestNotAccepted'
  return sendLimit.isReached(userId) ? 'SendingTooFast' : null
}

const refusePoll = ({ poll }: NewMessage, now: number): Refusal | null =>
  poll && !isPollTimeAllowed(poll.closesAt, now) ? 'PollTimeWrong' : null

function refuseFiles({ files, requesterId }: Room, userId: string, message: NewMessage, now: number): Refusal | null {
  const ids = (message.files ?? []).map(({ id }) => id)
  if (ids.length === 0) return null
  if (requesterId === userId) return 'FilesAfterAccept'
  return files.areFree(userId, ids, now) ? null : 'FilesMissing'
}
