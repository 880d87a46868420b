import { withStorage } from '../storage.ts'

export const seatCodeKey = (eventId: string) => `seatCode:${eventId}`

/** What the page of a game says while this browser has a code for it: instead of the seats that are left, and on its button. */
export type CodeWords = { status: string; action: string }

/** What the page reads of a code. The dialog that asked for the code has stored the words, so that the page loads none at its start. */
type WorkingCode = { sentAt: number; words: CodeWords }

/** Null if this browser waits for no code for this game. */
export const readWorkingCode = (eventId: string, now: number): WorkingCode | null =>
  withStorage((storage) => {
    const stored = JSON.parse(storage.getItem(seatCodeKey(eventId)) ?? '{}')
    return stored.expiresAt > now ? stored : null
  })

export const readCodeWords = (eventId: string, now: number): CodeWords | null => readWorkingCode(eventId, now)?.words ?? null
