import { withStorage } from '../storage.ts'

export const seatCodeKey = (eventId: string) => `seatCode:${eventId}`

/** What the page of a game says while this browser has a code for it: instead of the seats that are left, and on its button. */
export type CodeWords = { status: string; action: string }

/**
 * Null if this browser waits for no code for this game. The dialog that asked for the code has stored the words, so that the page, which
 * needs this at its start, loads none.
 */
export const readCodeWords = (eventId: string, now: number): CodeWords | null =>
  withStorage((storage) => {
    const stored = JSON.parse(storage.getItem(seatCodeKey(eventId)) ?? '{}')
    return stored.expiresAt > now ? stored.words : null
  })
