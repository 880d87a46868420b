import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import type { DueLink } from './link-previews.ts'
import type { LogMessage } from './message-log.ts'
import { tellChanged } from './message-views.ts'
import type { ChangeRefusal } from './refusals.ts'
import type { Room } from './room.ts'

/**
 * Keeps the link that a message has now; a page that is due is asked for with the next summary. Somebody whose request was not accepted
 * gets no preview: a stranger writes only their own words.
 */
export function noteLink(room: Room, { seq, authorId }: Pick<LogMessage, 'seq' | 'authorId'>, text: string | null): void {
  if (room.previews.note(seq, room.requesterId === authorId ? null : text)) void room.scheduleSummary()
}

/** The link that a job is about, and who has written it. */
export function takeLink({ log, previews }: Room, link: DueLink): { url: string; authorId: string } | null {
  const [message, url] = [log.find(link.seq), previews.take(link)]
  return message && url !== null ? { url, authorId: message.authorId } : null
}

/** Shows what the page of a link says to everyone who is here. */
export function storePreview(room: Room, link: DueLink, preview: LinkPreview | null): void {
  const isStored = room.previews.store(link, preview)
  if (isStored && preview) tellTouched(room, link.seq)
}

/** The person takes the preview off their own message. */
export function removePreview(room: Room, userId: string, seq: number): ChangeRefusal | null {
  if (room.sendLimit.isReached(userId)) return 'SendingTooFast'
  const message = room.log.find(seq)
  if (message?.authorId !== userId || message.text === null || message.isHidden) return 'MessageFixed'
  if (room.previews.remove(seq)) tellTouched(room, seq)
  return null
}

function tellTouched(room: Room, seq: number): void {
  const after = room.log.lastChange()
  room.log.touch([seq])
  const message = room.log.find(seq)
  if (message) tellChanged(room, [message], after)
}
