import type { Availability } from '../availability/contract.ts'
import { isFree } from '../availability/find-free-time.ts'
import type { EventCard } from '../events/contract.ts'
import { openOnCard } from '../events/standing.ts'
import type { PlayedActivity } from '../profiles/contract.ts'
import { day } from '../time/spans.ts'
import type { DiscoverEvent, Reason } from './contract.ts'
import { meetsLevel } from './match-event.ts'

/** What is known of who looks; a stranger has nothing. */
export type Looker = { activities: readonly PlayedActivity[]; availability: Availability | null }

type Located = EventCard & { miles: number | null }

function reasonsFor(event: Located, { activities, availability }: Looker): Reason[] {
  const played = activities.find(({ activity, isOn }) => isOn && activity === event.activity)
  const fits = played?.level !== null && played !== undefined && meetsLevel(event, { min: played.level, max: played.level })
  return [
    ...(played ? (['yourActivity'] as const) : []),
    ...(fits && (event.levelMin !== null || event.levelMax !== null) ? (['yourLevel'] as const) : []),
    ...(availability !== null && isFree(availability, event.startsAt, event.endsAt) ? (['youCanPlay'] as const) : []),
  ]
}

const worth: Record<Reason, number> = { yourActivity: 0.6, yourLevel: 0.4, youCanPlay: 0.5 }

/** Half as near counts for half as much after five miles, half as soon after three days; a full game stands behind one with seats. */
function scoreOf(event: Located, reasons: readonly Reason[], now: number): number {
  const near = event.miles === null ? 0 : 0.5 ** (event.miles / 5)
  const soon = 0.5 ** (Math.max(0, event.startsAt - now) / (3 * day))
  const full = openOnCard(event) === 0 ? 0.4 : 0
  return near + soon - full + reasons.reduce((sum, reason) => sum + worth[reason], 0)
}

/** With their reasons, the likeliest first. Equals stay in the order of their time. */
export function rankEvents(events: readonly Located[], looker: Looker, now: number): DiscoverEvent[] {
  return explainEvents(events, looker)
    .map((event) => ({ event, score: scoreOf(event, event.reasons, now) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ event }) => event)
}

/** In the order they came, with their reasons. */
export const explainEvents = (events: readonly Located[], looker: Looker): DiscoverEvent[] =>
  events.map((event) => ({ ...event, reasons: reasonsFor(event, looker) }))
