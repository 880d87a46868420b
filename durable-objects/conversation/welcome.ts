import type { ServerFrame } from '../../domain/messages/frames.ts'
import type { LogMessage } from './message-log.ts'
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
  // A client can be ahead of an object that was restored from a backup. Then what it has does not stand here.
  const isAhead = after !== undefined && (after > log.lastSeq() || (changedAfter ?? 0) > log.lastChange())
  const missed = after === undefined || isAhead ? null : log.listAfter(hiddenIds, after)
  const changed = changedAfter === undefined ? null : log.listChangedAfter(hiddenIds, changedAfter)
  const listShownMarks = (last: LogMessage | undefined) => (requesterId === null ? listMarks(room, userId, last) : [])
  if (!missed || !changed) {
    const page = log.pageBefore(hiddenIds)
    return {
      type: 'welcome',
      ...viewPage(room, page, userId),
      changed: [],
      hasGap: true,
      marks: listShownMarks(page.messages.findLast(({ seq }) => seq === page.lastSeq)),
      pins,
      ...slow,
    }
  }
  const lastSeq = log.lastSeq()
  return {
    type: 'welcome',
    messages: new MessageViews(room, missed).for(userId),
    lastSeq,
    lastChange: log.lastChange(),
    hasOlder: true,
    changed: new MessageViews(room, changed).for(userId),
    hasGap: false,
    marks: listShownMarks(log.find(lastSeq)),
    pins,
    ...slow,
  }
}

/** How far the viewer has read. If they wrote the last message of all, also who has read that. */
function listMarks({ marks, hidden }: Room, userId: string, last: LogMessage | undefined): [userId: string, seq: number][] {
  const own: [string, number] = [userId, marks.get(userId)]
  if (last?.authorId !== userId) return [own]
  const hiddenIds = hidden.of(userId)
  const readers = marks.listFrom(last.seq, maxMarksShown).filter(([reader]) => reader !== userId && !hiddenIds.has(reader))
  return [own, ...readers]
}
