/** The same day and time some months later. A month without that day gives its last day. */
export function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (time - Date.UTC(year, date.getUTCMonth(), date.getUTCDate()))
}
