import type { DiscoverFilters } from '../../domain/discover/filter-contract.ts'
import { dateText, dayNumberOf, weekdayOf } from '../../domain/time/clock.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { formatIn, writeDate } from '../../domain/time/write-time.ts'

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

const shortDate = { month: 'short', day: 'numeric' } as const

/** "This weekend", "Nov 21", "Nov 21 – 24", "From Nov 21"; null for any day. */
export function formatDates({ from, to }: Dates): string | null {
  if (from === null && to === null) return null
  const quickDate = listQuickDates().find(({ dates }) => dates.from === from && dates.to === to)
  if (quickDate) return quickDate.label
  const context = { timeZone: 'UTC', now: Date.parse(dateText(getToday())) }
  const formatDate = (date: string) => writeDate(Date.parse(date), context, shortDate)
  if (from === null) return `Until ${formatDate(to ?? '')}`
  if (to === null) return `From ${formatDate(from)}`
  if (from > to) return 'No day'
  if (from === to) return formatDate(from)
  const thisYear = dateText(getToday()).slice(0, 4)
  const year = [from, to].every((date) => date.startsWith(thisYear)) ? {} : ({ year: 'numeric' } as const)
  return formatIn(undefined, 'UTC', { ...shortDate, ...year }).formatRange(Date.parse(from), Date.parse(to))
}
