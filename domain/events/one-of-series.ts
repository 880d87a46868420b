/** Of a series the date that comes first in a list is enough. */
export function oneOfSeries<Event extends { id: string; seriesId: string | null }>(events: readonly Event[]): Event[] {
  const seen = new Set<string>()
  return events.filter(({ id, seriesId }) => !seen.has(seriesId ?? id) && seen.add(seriesId ?? id))
}
