import type { ServerFrame } from '../../domain/messages/frames.ts'
import { MessageViews, viewPage } from './message-views.ts'
import { seePins } from './pins.ts'
import { maxMarksShown } from './protocol.ts'
import type { Room } from './room.ts'

/** The last message and the last change that a client has. */
type Known = { after?: number | undefined; changedAfter?: number | undefined }

/** The first frame of a socket: what its client has missed, or the newest messages if that is more than one page. */
export function makeWelcome(room: Room, userId: string, { after, changedAfter }: Known, now: number): ServerFrame {
  const { log, hidden, requesterId } = room
  const pins = seePins(room.pins.list(), userId, hidden.of(userId))
  const hiddenIds = hidden.of(userId)
  const slow = room.slowMode.pause === null ? {} : { slow: room.slowMode.view(userId, now) }
  const missed = after === undefined ? null : log.listAfter(hiddenIds, after)
  const changed = changedAfter === undefined ? null : log.listChangedAfter(hiddenIds, changedAfter)
  const shownMarks = requesterId === null ? listMarks(room, userId) : []
  if (!missed || !changed)
    return {
      type: 'welcome',
      ...viewPage(room, log.pageBefore(hiddenIds), userId),
      changed: [],
      hasGap: true,
      marks: shownMarks,
      pins,
      ...slow,
    }
  return {
    type: 'welcome',
    messages: new MessageViews(room, missed).for(userId),
    lastSeq: log.lastSeq(),
    lastChange: log.lastChange(),
    hasOlder: true,
    changed: new MessageViews(room, changed).for(userId),
    hasGap: false,
    marks: shownMarks,
    pins,
    ...slow,
  }
}

/** How far the viewer has read. If they wrote the last message, also who has read that. */
function listMarks({ log, marks, hidden }: Room, userId: string): [userId: string, seq: number][] {
  const lastSeq = log.lastSeq()
  const own: [string, number] = [userId, marks.get(userId)]
  if (log.find(lastSeq)?.authorId !== userId) return [own]
  const hiddenIds = hidden.of(userId)
  const readers = marks.listFrom(lastSeq, maxMarksShown).filter(([reader]) => reader !== userId && !hiddenIds.has(reader))
  return [own, ...readers]
}
