import type { Room } from './room.ts'

/** Raises the mark of a person, and tells the others. */
export function markAsRead(room: Room, userId: string, seq: number): void {
  const reached = Math.min(seq, room.log.lastSeq())
  if (!room.marks.raise(userId, reached)) return
  if (isActivityShown(room, userId)) room.fanOut.send({ type: 'read', userId, seq: reached }, userId, { exceptAuthor: true })
  void room.scheduleSummary()
}

export function showTyping(room: Room, userId: string): void {
  if (isActivityShown(room, userId)) room.fanOut.send({ type: 'typing', userId }, userId, { exceptAuthor: true })
}

/** A stranger does not learn what the other person reads or types until their request is accepted. */
const isActivityShown = ({ requesterId }: Room, userId: string) => requesterId === null || requesterId === userId
