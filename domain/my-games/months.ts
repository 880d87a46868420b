import { day } from '../time/spans.ts'

/** The month after, or before with a negative number: "2026-12" and 1 make "2027-01". */
function addToMonth(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + months, 1)).toISOString().slice(0, 7)
}

/** From a day before the month to a day after it: a date begins earlier and ends later in other zones. */
export function monthRange(month: string): { from: number; to: number } {
  return { from: Date.parse(`${month}-01T00:00:00Z`) - day, to: Date.parse(`${addToMonth(month, 1)}-01T00:00:00Z`) + day }
}
