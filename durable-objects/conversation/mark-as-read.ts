import type { ChangeRefusal } from './refusals.ts'
import type { Room } from './room.ts'

/** Raises the mark of a person, and tells the others. A client that is ahead of a restored object must ask anew what stands here. */
export function markAsRead(room: Room, userId: string, seq: number, now: number): ChangeRefusal | null {
  if (seq > room.log.lastSeq()) return 'ReadTooFar'
  if (!room.raiseMark(userId, seq, now)) return null
  if (isActivityShown(room, userId)) room.fanOut.send({ type: 'read', userId, seq }, userId, { exceptAuthor: true })
  void room.scheduleSummary()
  return null
}

export function showTyping(room: Room, userId: string): void {
  if (isActivityShown(room, userId)) room.fanOut.send({ type: 'typing', userId }, userId, { exceptAuthor: true })
}

/** A stranger does not learn what the other person reads or types until their request is accepted. */
const isActivityShown = ({ requesterId }: Room, userId: string) => requesterId === null || requesterId === userId
