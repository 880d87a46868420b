import type { DiscoverFilters } from '../../domain/discover/filter-contract.ts'
import { dateText, dayNumberOf, weekdayOf } from '../../domain/time/clock.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'

type Dates = Pick<DiscoverFilters, 'from' | 'to'>

export type QuickDate = { id: string; label: string; dates: Dates }

const getToday = () => dayNumberOf(instantToLocal(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone).date) ?? 0

/** The dates that can be picked with one press. The weekend is Saturday and Sunday, or only Sunday if today is Sunday. */
export function listQuickDates(): QuickDate[] {
  const today = getToday()
  const sunday = [0, 1, 2, 3, 4, 5, 6].map((ahead) => today + ahead).find((day) => weekdayOf(day) === 'sunday') ?? today
  const range = (from: number, to: number) => ({ from: dateText(from), to: dateText(to) })
  return [
    { id: 'today', label: 'Today', dates: range(today, today) },
    { id: 'tomorrow', label: 'Tomorrow', dates: range(today + 1, today + 1) },
    { id: 'weekend', label: 'This weekend', dates: range(Math.max(today, sunday - 1), sunday) },
    { id: 'week', label: 'Next 7 days', dates: range(today, today + 6) },
  ]
}

/** "This weekend", "Nov 21", "Nov 21 – 24", "From Nov 21"; null for any day. */
export function formatDates({ from, to }: Dates): string | null {
  if (from === null && to === null) return null
  const quickDate = listQuickDates().find(({ dates }) => dates.from === from && dates.to === to)
  if (quickDate) return quickDate.label
  const dateFormat = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'short', day: 'numeric' })
  const toTime = (date: string) => Date.parse(date)
  if (from === null) return `Until ${dateFormat.format(toTime(to ?? ''))}`
  if (to === null) return `From ${dateFormat.format(toTime(from))}`
  if (from > to) return 'No day'
  return from === to ? dateFormat.format(toTime(from)) : dateFormat.formatRange(toTime(from), toTime(to))
}
