import { tellChanged } from './message-views.ts'
import { tellPins } from './pin-message.ts'
import { noteLink } from './preview-link.ts'
import type { ChangeRefusal } from './refusals.ts'
import type { Room } from './room.ts'

/** Replaces the text of the person's own message, or deletes it. */
export function changeText(room: Room, userId: string, seq: number, text: string | null, now: number): ChangeRefusal | null {
  if (room.sendLimit.isReached(userId)) return 'SendingTooFast'
  const { log } = room
  const before = log.find(seq)
  // A new text would undo that somebody has hidden the message. Its author may still delete it.
  if (before?.authorId !== userId || (before.isHidden && text !== null)) return 'MessageFixed'
  if (text !== null && room.polls.hasVotes(seq)) return 'QuestionFixed'
  const after = log.lastChange()
  const message = log.replaceText(seq, text, now)
  if (!message) return 'MessageFixed'
  if (text === null) {
    room.reactions.dropFrom(seq)
    if (room.polls.dropFrom(seq)) void room.scheduleSummary()
    room.files.drop(seq)
    void room.scheduleSweep(now)
  }
  noteLink(room, message, text)
  tellChanged(room, [message], after)
  if (room.pins.has(seq)) {
    room.pins.dropGone()
    tellPins(room)
  }
  room.search.change(seq, text)
  room.mentions.note(before.text)
  room.mentions.note(text)
  if (seq === log.lastSeq() || room.mentions.hasUnsaved) void room.scheduleSummary()
  return null
}

/** Hides a message of somebody else from everyone, or shows it again. Null if there is nothing to hide that the person sees. */
export function hideMessage(
  room: Room,
  userId: string,
  seq: number,
  isHidden: boolean,
  now: number,
): { authorId: string; at: number } | null {
  const { log, search, mentions } = room
  const message = log.find(seq)
  if (!message || message.authorId === userId || room.hidden.of(userId).has(message.authorId)) return null
  const after = log.lastChange()
  const done = log.setHidden(seq, isHidden, now)
  if (!done) return null
  if (done.isChanged) {
    noteLink(room, message, isHidden ? null : message.text)
    tellChanged(room, [{ ...message, isHidden }], after)
    if (room.polls.setUnsaved(seq)) void room.scheduleSummary()
    if (room.pins.dropGone()) tellPins(room)
    search.change(seq, isHidden ? null : message.text)
    mentions.note(message.text)
    if (seq === log.lastSeq() || mentions.hasUnsaved) void room.scheduleSummary()
  }
  return { authorId: message.authorId, at: done.at }
}

/** Deletes the words, the reactions and the votes of a person whose account is deleted. */
export async function eraseAuthor(room: Room, userId: string, now: number): Promise<void> {
  const { log } = room
  const after = log.lastChange()
  const touched = [...room.reactions.erase(userId), ...room.polls.erase(userId)]
  room.files.eraseAuthor(userId)
  room.previews.eraseAuthor(userId)
  room.search.eraseAuthor(userId)
  room.mentions.noteAuthor(userId)
  log.eraseAuthor(userId, now)
  log.touch([...new Set(touched)])
  if (room.pins.dropGone()) tellPins(room)
  room.marks.forget(userId)
  room.slowMode.forget(userId)
  room.hidden.set(userId, [])
  const changed = log.listChangedAfter(new Set(), after)
  // Clients ask for the rest if one frame cannot hold all changes.
  if (changed === null) tellChanged(room, [], log.lastChange())
  else if (changed.length > 0) tellChanged(room, changed, after)
  await room.scheduleSummary()
}
