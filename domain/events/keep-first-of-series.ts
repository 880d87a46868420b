import { maxNextDates } from './next-dates.ts'

/** Keeps one date of each series: the first one in the list. */
export function keepFirstOfSeries<Event extends { id: string; seriesId: string | null }>(events: readonly Event[]): Event[] {
  const seen = new Set<string>()
  return events.filter(({ id, seriesId }) => !seen.has(seriesId ?? id) && seen.add(seriesId ?? id))
}

/**
 * Makes one row of the dates of each series, with the next dates that are in the list. The list must be sorted by start. `partOf`
 * divides a series into several rows.
 */
export function groupSeries<Event extends { id: string; seriesId: string | null; startsAt: number }>(
  events: readonly Event[],
  partOf: (event: Event) => string = () => '',
): (Event & { nextDates: number[] })[] {
  const groups = Map.groupBy(events, (event) => (event.seriesId === null ? event.id : `${event.seriesId} ${partOf(event)}`))
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, nextDates: others.slice(0, maxNextDates).map(({ startsAt }) => startsAt) }] : [],
  )
}
