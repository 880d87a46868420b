import { formatShortDate } from '../events/format-dates.ts'
import type { Conversation } from './contract.ts'

/** The name in lists and alerts. Games of a series have the same title, so the date is there too: "Doubles, Nov 28". */
export function writeTitle({ name, kind, team, event }: Pick<Conversation, 'name' | 'kind' | 'team' | 'event'>, now = Date.now()): string {
  if (kind === 'topic' && team) return `${name}, ${team.name}`
  return event ? `${name}, ${formatShortDate(event.startsAt, { timeZone: event.timeZone, now })}` : name
}
