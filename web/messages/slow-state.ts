import type { Message } from '../../domain/messages/contract.ts'
import type { SlowMode } from '../../domain/messages/slow-mode.ts'

/** The time between two messages of a person, and when the viewer may write again, by the clock of this device. */
export type SlowState = { pause: SlowMode['pause']; until: number }

export const notSlow: SlowState = { pause: null, until: 0 }

export const readSlow = (slow: SlowMode | undefined, now: number): SlowState =>
  slow ? { pause: slow.pause, until: now + slow.waitMs } : notSlow

/** After the viewer has written, the time starts anew. */
export function slowAfter(
  slow: SlowState,
  { known, added }: { known: readonly Message[]; added: readonly Message[] },
  { viewerId, now }: { viewerId: string; now: number },
): SlowState {
  const hasWritten = added.some(({ authorId, seq }) => authorId === viewerId && known.every((message) => message.seq !== seq))
  return slow.pause !== null && hasWritten ? { ...slow, until: now + slow.pause } : slow
}
