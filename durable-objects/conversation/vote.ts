import type { ClientFrame } from '../../domain/messages/frames.ts'
import { isPollClosed } from '../../domain/messages/polls.ts'
import { tellChanged } from './message-views.ts'
import type { Admission } from './protocol.ts'
import type { ChangeRefusal } from './refusals.ts'
import type { Room } from './room.ts'

type VoteFrame = Extract<ClientFrame, { type: 'vote' }>

/** Replaces what a person has chosen in the poll of a message. */
export function vote(
  room: Room,
  { userId, mayWrite }: Pick<Admission, 'userId' | 'mayWrite'>,
  { seq, choices }: VoteFrame,
  now: number,
): ChangeRefusal | null {
  if (room.sendLimit.isReached(userId)) return 'SendingTooFast'
  const { log, polls, hidden } = room
  const message = log.find(seq)
  const poll = message && !message.isHidden && !hidden.of(userId).has(message.authorId) ? polls.find(seq) : undefined
  // In a request, a vote would tell the stranger that they were read.
  if (!mayWrite || room.requesterId !== null || !message || !poll) return 'PollNotHere'
  if (isPollClosed(poll, now)) return 'PollClosed'
  if (!poll.isMultiple && choices.length > 1) return 'OneAnswerOnly'
  if (choices.some((place) => place >= poll.options.length)) return 'AnswerUnknown'
  const after = log.lastChange()
  const isChanged = room.inTransaction(() => {
    if (!polls.vote(seq, { userId, choices }, now)) return false
    log.touch([seq])
    return true
  })
  if (!isChanged) return null
  // Who votes has read it. The database then knows that the person has something here.
  room.marks.raise(userId, seq)
  void room.scheduleSummary()
  tellChanged(room, [message], after)
  return null
}

/** Closes a poll before its time. Null if it is closed now; `NotFound` if the person does not see such a poll. */
export function closePoll(
  room: Room,
  { userId, mayModerate }: { userId: string; mayModerate: boolean },
  seq: number,
): 'NotFound' | 'NotAllowed' | 'SendingTooFast' | null {
  if (room.sendLimit.isReached(userId)) return 'SendingTooFast'
  const { log, polls, hidden } = room
  const message = log.find(seq)
  if (!message || message.isHidden || hidden.of(userId).has(message.authorId) || !polls.find(seq)) return 'NotFound'
  if (message.authorId !== userId && !mayModerate) return 'NotAllowed'
  if (!polls.close(seq)) return null
  const after = log.lastChange()
  log.touch([seq])
  void room.scheduleSummary()
  tellChanged(room, [message], after)
  return null
}
