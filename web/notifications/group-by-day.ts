import type { Notice } from '../../domain/notifications/contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'

type Day = { day: string; label: string; notices: Notice[] }

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`

/** Groups notifications by day in the viewer's time zone, labeled "Today", "Yesterday" or with the date. The order stays the same. */
export function groupByDay(notices: readonly Notice[], now: Date): Day[] {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const names = new Map([
    [dayOf(now), 'Today'],
    [dayOf(yesterday), 'Yesterday'],
  ])
  const days = new Map<string, Day>()
  for (const notice of notices) {
    const date = new Date(notice.createdAt)
    const day = dayOf(date)
    const group = days.get(day) ?? { day, label: names.get(day) ?? dayLabel(date, now), notices: [] }
    group.notices.push(notice)
    days.set(day, group)
  }
  return [...days.values()]
}

const dayLabel = (date: Date, now: Date) =>
  writeDate(date.getTime(), { now: now.getTime() }, { weekday: 'long', month: 'long', day: 'numeric' })
