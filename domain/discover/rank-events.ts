import type { Availability } from '../availability/contract.ts'
import { isFree } from '../availability/find-free-time.ts'
import type { ListedEvent } from '../events/contract.ts'
import { countOpenSeatsOnCard } from '../events/viewer-state.ts'
import type { PlayedActivity } from '../profiles/contract.ts'
import { day, type Interval } from '../time/spans.ts'
import type { DiscoverEvent, Reason } from './contract.ts'
import { matchesLevel } from './match-event.ts'

/** What we know about the viewer for recommendations. Nothing for signed-out viewers. */
export type ViewerInterests = {
  activities: readonly PlayedActivity[]
  availability: Availability | null
  /** Games with teams of other sites. */
  busy: readonly Interval[]
}

type EventWithDistance = ListedEvent & { miles: number | null }

function listReasons(event: EventWithDistance, { activities, availability, busy }: ViewerInterests): Reason[] {
  const playedActivity = activities.find(({ activity, isOn }) => isOn && activity === event.activity)
  const isLevelMatch =
    playedActivity?.level !== null &&
    playedActivity !== undefined &&
    matchesLevel(event, { min: playedActivity.level, max: playedActivity.level })
  const isBusy = busy.some(({ start, end }) => start < event.endsAt && event.startsAt < end)
  const canPlay = availability !== null && !isBusy && isFree(availability, event.startsAt, event.endsAt)
  return [
    ...(playedActivity ? (['yourActivity'] as const) : []),
    ...(isLevelMatch && (event.levelMin !== null || event.levelMax !== null) ? (['yourLevel'] as const) : []),
    ...(canPlay ? (['youCanPlay'] as const) : []),
  ]
}

const reasonScores: Record<Reason, number> = { yourActivity: 0.6, yourLevel: 0.4, youCanPlay: 0.5 }

/** The score for being near halves every five miles, and the score for being soon every three days. A full game loses points. */
function scoreEvent(event: EventWithDistance, reasons: readonly Reason[], now: number): number {
  const distanceScore = event.miles === null ? 0 : 0.5 ** (event.miles / 5)
  const timeScore = 0.5 ** (Math.max(0, event.startsAt - now) / (3 * day))
  const fullPenalty = countOpenSeatsOnCard(event) === 0 ? 0.4 : 0
  return distanceScore + timeScore - fullPenalty + reasons.reduce((sum, reason) => sum + reasonScores[reason], 0)
}

/** Where a game is in the ranking. `[score, startsAt, id]` */
export type Rank = [score: number, startsAt: number, id: string]

const compareRanks = ([score, startsAt, id]: Rank, [otherScore, otherStart, otherId]: Rank) =>
  otherScore - score || startsAt - otherStart || (id < otherId ? -1 : id > otherId ? 1 : 0)

/** Adds reasons and sorts by score, best first. With `after`, only the games behind that rank. */
export function rankEvents(
  events: readonly EventWithDistance[],
  viewer: ViewerInterests,
  now: number,
  after: Rank | null = null,
): { event: DiscoverEvent; rank: Rank }[] {
  return explainEvents(events, viewer)
    .map((event) => ({ event, rank: [scoreEvent(event, event.reasons, now), event.startsAt, event.id] satisfies Rank }))
    .filter(({ rank }) => after === null || compareRanks(rank, after) > 0)
    .toSorted((a, b) => compareRanks(a.rank, b.rank))
}

/** Adds reasons and keeps the order. */
export const explainEvents = (events: readonly EventWithDistance[], viewer: ViewerInterests): DiscoverEvent[] =>
  events.map((event) => ({ ...event, reasons: listReasons(event, viewer) }))
