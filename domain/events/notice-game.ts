/** The game of a notice, by its own id or by that of an entry in it. */
export type NoticeGame = { eventId: string } | { joinerId: string }

const ofGame = /^event:(?:changed|cancelled):([^:]+):/
const ofEntry = /^event-(?:removed|unpaid|transferred):([^:]+)$/

/**
 * Reads from the key of a notice which game it changes in the calendar of a player: it moved, was called off, or the seat is gone. Null for all other
 * notices. The key is all that an email which waited still knows.
 */
export function readNoticeGame(key: string): NoticeGame | null {
  const eventId = ofGame.exec(key)?.[1]
  if (eventId) return { eventId }
  const joinerId = ofEntry.exec(key)?.[1]
  return joinerId ? { joinerId } : null
}
