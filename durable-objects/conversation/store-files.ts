import { listFileKeys, type MessageFile } from '../../domain/messages/files.ts'
import { day } from '../../domain/time/spans.ts'
import type { NewFile } from './message-files.ts'
import type { Admission } from './protocol.ts'
import type { Room } from './room.ts'

/** How many files a person may attach in a day to messages of one conversation. */
const maxFilesPerDay = 200
/** Files that were not sent by then are deleted. */
const unsentDuration = day
/** Each picture has several files, and R2 deletes a thousand at once. */
const sweepSize = 100

export type FileRefusal = 'AcceptFirst' | 'NobodyReadsThis' | 'FilesAfterAccept' | 'TooManyFiles' | 'FileNotStored'

/** Expects a file whose content arrives next. Returns the file if that has happened before. */
export function addFile(
  room: Room,
  { userId, mayWrite, isInvited }: Pick<Admission, 'userId' | 'mayWrite' | 'isInvited'>,
  file: NewFile,
  now: number,
): { stored: MessageFile | null } | { refused: FileRefusal } {
  if (isInvited) return { refused: 'AcceptFirst' }
  if (!mayWrite) return { refused: 'NobodyReadsThis' }
  // Nobody should get pictures from a stranger.
  if (room.requesterId === userId) return { refused: 'FilesAfterAccept' }
  const known = room.files.findOwn(userId, file.id)
  if (known) {
    const isBeingDeleted = known.expiresAt !== null && known.expiresAt <= now
    // Where its content is stored depends on its kind.
    return isBeingDeleted || known.file.kind !== file.kind ? { refused: 'FileNotStored' } : { stored: known.isStored ? known.file : null }
  }
  if (room.files.countSince(userId, now - day) >= maxFilesPerDay) return { refused: 'TooManyFiles' }
  room.files.add(userId, file, now, now + unsentDuration)
  void room.scheduleSweep(now)
  return { stored: null }
}

/** Whether the person may open a file now: somebody whom they see has sent it, and its message stands. */
export function maySeeFile({ files, log, hidden }: Room, viewerId: string, id: string): boolean {
  const seq = files.seqOf(id)
  const message = seq === null ? undefined : log.find(seq)
  return message !== undefined && message.text !== null && !message.isHidden && !hidden.of(viewerId).has(message.authorId)
}

/** Deletes the files that nobody can open anymore, and then forgets them. If it stops halfway, the rest is deleted the next time. */
export async function sweepFiles(room: Room, bucket: R2Bucket, now: number): Promise<void> {
  const conversationId = room.facts.get('conversationId')
  if (conversationId === null) return
  for (;;) {
    const expired = room.files.listExpired(now, sweepSize)
    if (expired.length === 0) return
    await bucket.delete(expired.flatMap((file) => listFileKeys(conversationId, file)))
    room.files.forget(expired.map(({ id }) => id))
  }
}
