/** Keeps one date of each series: the first one in the list. */
export function keepFirstOfSeries<Event extends { id: string; seriesId: string | null }>(events: readonly Event[]): Event[] {
  const seen = new Set<string>()
  return events.filter(({ id, seriesId }) => !seen.has(seriesId ?? id) && seen.add(seriesId ?? id))
}
