import { dateText } from '../time/clock.ts'
import { localToInstant } from '../time/local-time.ts'
import { day, hour } from '../time/spans.ts'
import { localDayOf } from '../time/wall-clock.ts'
import type { Conversation } from './contract.ts'
import { muteForever } from './mute-forever.ts'

export const isMuted = ({ mutedUntil }: Pick<Conversation, 'mutedUntil'>, now: number): boolean => mutedUntil !== null && mutedUntil > now

/** For how long a person can mute a conversation. The morning is the one of their own clock. */
export function listMuteTimes(now: number, timeZone: string): { label: string; until: number }[] {
  const morning = localToInstant(dateText(localDayOf(now, timeZone) + 1), '08:00', timeZone)
  return [
    { label: 'For an hour', until: now + hour },
    // In no zone the clocks skip eight in the morning.
    { label: 'Until tomorrow at 8 AM', until: morning.fault === null ? morning.instant : now + day },
    { label: 'For a week', until: now + 7 * day },
    { label: 'Until I turn it back on', until: muteForever },
  ]
}
