import type { ServerFrame } from '../../domain/messages/frames.ts'
import { seePins } from './pins.ts'
import type { Room } from './room.ts'

/** Tells everyone who is here what is pinned, as each of them may see it. */
export function tellPins(room: Room): void {
  const pins = room.pins.list()
  room.fanOut.sendEach((viewerId) =>
    JSON.stringify({ type: 'pins', pins: seePins(pins, viewerId, room.hidden.of(viewerId)) } satisfies ServerFrame),
  )
}

/** Pins a message, or takes the pin away. Null if it is so now; `NotFound` if the person does not see such a message. */
export function pinMessage(
  room: Room,
  userId: string,
  seq: number,
  isPinned: boolean,
  now: number,
): 'NotFound' | 'TooManyPins' | 'SendingTooFast' | null {
  const { log, pins, hidden, sendLimit } = room
  if (sendLimit.isReached(userId)) return 'SendingTooFast'
  const message = log.find(seq)
  if (!message || message.text === null || message.isHidden || hidden.of(userId).has(message.authorId)) return 'NotFound'
  if (pins.has(seq) === isPinned) return null
  if (isPinned && pins.isFull()) return 'TooManyPins'
  pins.set(seq, isPinned, now)
  tellPins(room)
  return null
}
