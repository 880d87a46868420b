import { day, hour, minute } from '../time/spans.ts'

/** From this many days on, the hours no longer matter. */
const minDays = 2

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** "in 3 days", "in 16 h 20 min", "in 5 min". Null once the game has started. */
export function formatCountdown(startsAt: number, now: number): string | null {
  const left = startsAt - now
  if (left <= 0) return null
  if (left >= minDays * day) return `in ${count(Math.floor(left / day), 'day')}`
  const minutes = Math.ceil(left / minute)
  const [hours, rest] = [Math.floor((minutes * minute) / hour), minutes % 60]
  if (hours === 0) return `in ${rest} min`
  return rest === 0 ? `in ${hours} h` : `in ${hours} h ${rest} min`
}
