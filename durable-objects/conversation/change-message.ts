import { tellChanged } from './message-views.ts'
import type { ChangeRefusal } from './refusals.ts'
import type { Room } from './room.ts'

/** Replaces the text of the person's own message, or deletes it. */
export function changeText(room: Room, userId: string, seq: number, text: string | null, now: number): ChangeRefusal | null {
  if (room.sendLimit.isReached(userId)) return 'SendingTooFast'
  const { log } = room
  if (log.find(seq)?.authorId !== userId) return 'MessageFixed'
  const after = log.lastChange()
  const message = log.replaceText(seq, text, now)
  if (!message) return 'MessageFixed'
  if (text === null) room.reactions.dropFrom(seq)
  tellChanged(room, [message], after)
  room.search.change(seq, text)
  if (seq === log.lastSeq()) void room.scheduleSummary()
  return null
}

/** Deletes the words and the reactions of a person whose account is deleted. */
export async function eraseAuthor(room: Room, userId: string, now: number): Promise<void> {
  const { log } = room
  const after = log.lastChange()
  const reacted = room.reactions.erase(userId)
  room.search.eraseAuthor(userId)
  log.eraseAuthor(userId, now)
  log.touch([...new Set(reacted)])
  room.marks.forget(userId)
  room.hidden.set(userId, [])
  const changed = log.listChangedAfter(new Set(), after)
  // Clients ask for the rest if one frame cannot hold all changes.
  if (changed === null) tellChanged(room, [], log.lastChange())
  else if (changed.length > 0) tellChanged(room, changed, after)
  await room.scheduleSummary()
}
