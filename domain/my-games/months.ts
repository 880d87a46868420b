import { day } from '../time/spans.ts'

/** The month after, or before with a negative number: "2026-12" and 1 make "2027-01". */
export function addToMonth(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + months, 1)).toISOString().slice(0, 7)
}

/** From a day before the month to a day after it: a date begins earlier and ends later in other zones. */
export function monthRange(month: string): { from: number; to: number } {
  return { from: Date.parse(`${month}-01T00:00:00Z`) - day, to: Date.parse(`${addToMonth(month, 1)}-01T00:00:00Z`) + day }
}

/** The days of a month in weeks from Sunday to Saturday: "2026-11-01". Null stands for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const days = [
    ...Array<null>(first.getUTCDay()).fill(null),
    ...Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`),
  ]
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, dayOfWeek) => days[week * 7 + dayOfWeek] ?? null),
  )
}
