import type { ServerFrame } from '../../domain/messages/frames.ts'
import type { Room } from './room.ts'
import type { SlowPause } from './slow-mode.ts'

/** Sets slow mode and tells everyone who is here. Returns whether it was different before. */
export function setSlowMode(room: Room, pause: SlowPause, now: number): boolean {
  if (!room.slowMode.set(pause)) return false
  room.fanOut.sendEach((viewerId) => JSON.stringify({ type: 'slow', slow: room.slowMode.view(viewerId, now) } satisfies ServerFrame))
  return true
}
