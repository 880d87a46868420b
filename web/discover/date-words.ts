import { getLocalTimeZone, parseDate, startOfWeek, today } from '@internationalized/date'
import type { DiscoverFilters } from '../../domain/discover/query.ts'

type Dates = Pick<DiscoverFilters, 'from' | 'to'>

export type QuickDate = { id: string; label: string; dates: Dates }

/** Friday evening is not yet the weekend: Saturday and Sunday, or what is left of them. */
export function quickDates(): QuickDate[] {
  const now = today(getLocalTimeZone())
  const sunday = startOfWeek(now, 'en-US').add({ days: 7 })
  const isSunday = startOfWeek(now, 'en-US').compare(now) === 0
  const weekend = isSunday ? { from: now, to: now } : { from: sunday.subtract({ days: 1 }), to: sunday }
  const range = (from: { toString: () => string }, to: { toString: () => string }) => ({ from: from.toString(), to: to.toString() })
  return [
    { id: 'today', label: 'Today', dates: range(now, now) },
    { id: 'tomorrow', label: 'Tomorrow', dates: range(now.add({ days: 1 }), now.add({ days: 1 })) },
    { id: 'weekend', label: 'This weekend', dates: range(weekend.from, weekend.to) },
    { id: 'week', label: 'Next 7 days', dates: range(now, now.add({ days: 6 })) },
  ]
}

/** "This weekend", "Nov 21", "Nov 21 – 24", "From Nov 21"; null for any day. */
export function dateWords({ from, to }: Dates): string | null {
  if (from === null && to === null) return null
  const quick = quickDates().find(({ dates }) => dates.from === from && dates.to === to)
  if (quick) return quick.label
  const show = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'short', day: 'numeric' })
  const at = (date: string) => parseDate(date).toDate('UTC')
  if (from !== null && to !== null) return from === to ? show.format(at(from)) : from < to ? show.formatRange(at(from), at(to)) : 'No day'
  return from !== null ? `From ${show.format(at(from))}` : `Until ${show.format(at(to ?? ''))}`
}
