import { withStorage } from '../storage.ts'

export const seatCodeKey = (eventId: string) => `seatCode:${eventId}`

/**
 * Whether this tab waits for a code for this game that still works. It is apart from the rest, because the page of a game needs it at its
 * start.
 */
export const hasSeatCode = (eventId: string, now: number): boolean =>
  withStorage((storage) => JSON.parse(storage.getItem(seatCodeKey(eventId)) ?? '{}').expiresAt > now, 'sessionStorage') ?? false
