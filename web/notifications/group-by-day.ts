import type { Notice } from '../../domain/notifications/contract.ts'
import { dayOf, labelDay } from '../ui/day-label.ts'

type Day = { day: string; label: string; notices: Notice[] }

/** Groups notifications by day in the viewer's time zone, labeled "Today", "Yesterday" or with the date. The order stays the same. */
export function groupByDay(notices: readonly Notice[], now: Date): Day[] {
  const days = new Map<string, Day>()
  for (const notice of notices) {
    const date = new Date(notice.createdAt)
    const day = dayOf(date)
    const group = days.get(day) ?? { day, label: labelDay(date, now), notices: [] }
    group.notices.push(notice)
    days.set(day, group)
  }
  return [...days.values()]
}
