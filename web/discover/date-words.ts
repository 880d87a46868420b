import type { DiscoverFilters } from '../../domain/discover/filter-contract.ts'
import { dateText, dayNumberOf, weekdayOf } from '../../domain/time/clock.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'

type Dates = Pick<DiscoverFilters, 'from' | 'to'>

export type QuickDate = { id: string; label: string; dates: Dates }

const today = () => dayNumberOf(instantToLocal(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone).date) ?? 0

/** Friday evening is not yet the weekend: Saturday and Sunday, or what is left of them. */
export function quickDates(): QuickDate[] {
  const now = today()
  const sunday = [0, 1, 2, 3, 4, 5, 6].map((ahead) => now + ahead).find((day) => weekdayOf(day) === 'sunday') ?? now
  const range = (from: number, to: number) => ({ from: dateText(from), to: dateText(to) })
  return [
    { id: 'today', label: 'Today', dates: range(now, now) },
    { id: 'tomorrow', label: 'Tomorrow', dates: range(now + 1, now + 1) },
    { id: 'weekend', label: 'This weekend', dates: range(Math.max(now, sunday - 1), sunday) },
    { id: 'week', label: 'Next 7 days', dates: range(now, now + 6) },
  ]
}

/** "This weekend", "Nov 21", "Nov 21 – 24", "From Nov 21"; null for any day. */
export function dateWords({ from, to }: Dates): string | null {
  if (from === null && to === null) return null
  const quick = quickDates().find(({ dates }) => dates.from === from && dates.to === to)
  if (quick) return quick.label
  const show = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'short', day: 'numeric' })
  const at = (date: string) => Date.parse(date)
  if (from !== null && to !== null) return from === to ? show.format(at(from)) : from < to ? show.formatRange(at(from), at(to)) : 'No day'
  return from !== null ? `From ${show.format(at(from))}` : `Until ${show.format(at(to ?? ''))}`
}
