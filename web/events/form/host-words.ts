import { type ActivityId, activities } from '../../../domain/activities.ts'
import type { Slot } from '../../../domain/events/form-contract.ts'
import { addMinutes, type RepeatValues } from '../../../domain/events/form-values.ts'
import type { Visibility, WaitlistMode } from '../../../domain/events/states.ts'
import { dayNumberOf, minutesOf } from '../../../domain/time/clock.ts'
import { day } from '../../../domain/time/spans.ts'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
const formats = {
  weekday: format({ weekday: 'long' }),
  short: format({ weekday: 'short', month: 'short', day: 'numeric' }),
  long: format({ weekday: 'long', month: 'long', day: 'numeric' }),
  hour: format({ hour: 'numeric' }),
  minute: format({ hour: 'numeric', minute: '2-digit' }),
}

const at = (date: string) => (dayNumberOf(date) ?? 0) * day

const clockWords = (time: string) => {
  const minutes = minutesOf(time) ?? 0
  return (minutes % 60 === 0 ? formats.hour : formats.minute).format(minutes * 60_000)
}

/** "Today", "Saturday", "Sat, Nov 28". */
function dayWords(date: string, today: string): string {
  const ahead = (dayNumberOf(date) ?? 0) - (dayNumberOf(today) ?? 0)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  return ahead > 1 && ahead < 7 ? formats.weekday.format(at(date)) : formats.short.format(at(date))
}

export const startWords = ({ date, time }: LocalTime, today: string) => `${dayWords(date, today)} ${clockWords(time)}`

export const shortDate = (date: string) => formats.short.format(at(date))
export const longDate = (date: string) => formats.long.format(at(date))

/** "6 PM to 8 PM", with the day of the end where it is another. */
export function spanWords(start: LocalTime, minutes: number): string {
  const end = addMinutes(start, minutes)
  const day = end.date === start.date ? '' : `${shortDate(end.date)}, `
  return `${clockWords(start.time)} to ${day}${clockWords(end.time)}`
}

export function lengthWords(minutes: number): string {
  const days = minutes / (24 * 60)
  if (minutes > 0 && Number.isInteger(days)) return days === 1 ? '1 day' : `${days} days`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

export const seatWords = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)

export const slotsWords = (slots: readonly Slot[]) =>
  slots.length === 0 ? 'None' : `${slots.length}, with ${seatWords(slots.reduce((sum, { capacity }) => sum + (capacity || 0), 0))}`

export const guestsWords = (most: number) => (most === 0 ? 'None' : most === 1 ? '1 each' : `Up to ${most} each`)

export const visibilityLabels: Record<Visibility, { label: string; hint: string }> = {
  public: { label: 'Everyone', hint: 'On the map, in search and for people nearby.' },
  team: { label: 'A community', hint: 'Its members only. For others it does not exist.' },
  link: { label: 'Whoever has the link', hint: 'In no search and on no map.' },
}

export const waitlistLabels: Record<WaitlistMode, { label: string; hint: string }> = {
  order: { label: 'In order', hint: 'A free seat is offered to who has waited longest.' },
  turns: { label: 'Take turns', hint: 'Who sat out last time comes first.' },
  lottery: { label: 'Lottery', hint: 'Who is next is drawn, so that nobody has to be quick.' },
}

const hoursBefore = (minutes: number) => {
  const [days, hours] = [minutes / 1440, minutes / 60]
  if (Number.isInteger(days)) return days === 1 ? 'a day' : days === 7 ? 'a week' : `${days} days`
  if (Number.isInteger(hours)) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${minutes} minutes`
}
export const leaveWords = (minutes: number) => (minutes === 0 ? 'Until it starts' : `Until ${hoursBefore(minutes)} before`)

export const joiningWords = ({ needsApproval, questions }: { needsApproval: boolean; questions: readonly unknown[] }) =>
  [
    needsApproval ? 'You say yes to each' : 'At once',
    questions.length > 0 && `${questions.length} ${questions.length === 1 ? 'question' : 'questions'}`,
  ]
    .filter(Boolean)
    .join(', ')

const everyWords = { day: ['Every day', 'days'], week: ['Every week', 'weeks'], month: ['Every month', 'months'] } as const

export function repeatWords({ every, interval }: RepeatValues, dates: number): string {
  if (every === 'never') return 'Never'
  const [each, many] = everyWords[every]
  return `${interval === 1 ? each : `Every ${interval} ${many}`}${dates > 0 ? `, ${dates} ${dates === 1 ? 'time' : 'times'}` : ''}`
}

export const knownActivity = (text: string | null): ActivityId | null => activities.find(({ id }) => id === text)?.id ?? null
