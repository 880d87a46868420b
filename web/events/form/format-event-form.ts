import { type ActivityId, activities } from '../../../domain/activities.ts'
import type { Slot } from '../../../domain/events/form-contract.ts'
import type { FormValues, RepeatValues } from '../../../domain/events/form-values.ts'
import { addMinutes } from '../../../domain/events/local-times.ts'
import { type PriceValues, readPrice } from '../../../domain/events/price-values.ts'
import type { Visibility, WaitlistMode } from '../../../domain/events/states.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { dayNumberOf, minutesOf } from '../../../domain/time/clock.ts'
import { day } from '../../../domain/time/spans.ts'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { writeDate } from '../../../domain/time/write-time.ts'

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
const formats = {
  weekday: format({ weekday: 'long' }),
  hour: format({ hour: 'numeric' }),
  minute: format({ hour: 'numeric', minute: '2-digit' }),
}

/** Midnight UTC of a date, because the formats above write in UTC. */
const dateToInstant = (date: string) => (dayNumberOf(date) ?? 0) * day

export const formatClockTime = (time: string) => {
  const minutes = minutesOf(time) ?? 0
  return (minutes % 60 === 0 ? formats.hour : formats.minute).format(minutes * 60_000)
}

/** "Today", "Saturday", "Sat, Nov 28". */
function formatDay(date: string, today: string): string {
  const ahead = (dayNumberOf(date) ?? 0) - (dayNumberOf(today) ?? 0)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  return ahead > 1 && ahead < 7 ? formats.weekday.format(dateToInstant(date)) : formatShortDate(date)
}

export const formatStart = ({ date, time }: LocalTime, today: string) => `${formatDay(date, today)} ${formatClockTime(time)}`

const formatDate = (date: string, options: Intl.DateTimeFormatOptions) =>
  writeDate(dateToInstant(date), { timeZone: 'UTC', now: Date.now() }, options)

export const formatShortDate = (date: string) => formatDate(date, { weekday: 'short', month: 'short', day: 'numeric' })
export const formatLongDate = (date: string) => formatDate(date, { weekday: 'long', month: 'long', day: 'numeric' })

/** "6 PM to 8 PM", or "10 PM to Sun, Nov 29, 1 AM" if the game ends on another day. */
export function formatTimeRange(start: LocalTime, minutes: number): string {
  const end = addMinutes(start, minutes)
  const day = end.date === start.date ? '' : `${formatShortDate(end.date)}, `
  return `${formatClockTime(start.time)} to ${day}${formatClockTime(end.time)}`
}

export function formatLength(minutes: number): string {
  const days = minutes / (24 * 60)
  if (minutes > 0 && Number.isInteger(days)) return days === 1 ? '1 day' : `${days} days`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

export const formatSeatCount = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)

export const formatSlots = (slots: readonly Slot[]) =>
  slots.length === 0 ? 'None' : `${slots.length}, with ${formatSeatCount(slots.reduce((sum, { capacity }) => sum + (capacity || 0), 0))}`

export const formatMaxGuests = (maxGuests: number) =>
  maxGuests === 0 ? 'None' : maxGuests === 1 ? '1 per player' : `Up to ${maxGuests} per player`

export const visibilityLabels: Record<Visibility, { label: string; hint: string }> = {
  public: { label: 'Everyone', hint: 'It is on the map and in search, and people nearby can find it.' },
  team: { label: 'A community', hint: 'Only its members can see it.' },
  link: { label: 'Anyone with the link', hint: 'It is not on the map or in search.' },
}

export const waitlistLabels: Record<WaitlistMode, { label: string; hint: string }> = {
  order: { label: 'In order', hint: 'The person who has waited longest gets the next free seat.' },
  turns: { label: 'Take turns', hint: 'People who missed out last time come first.' },
  lottery: { label: 'Lottery', hint: 'The next person is chosen at random.' },
}

/** "an hour", "2 days", "a week". */
const formatTimeBefore = (minutes: number) => {
  const [days, hours] = [minutes / 1440, minutes / 60]
  if (Number.isInteger(days)) return days === 1 ? 'a day' : days === 7 ? 'a week' : `${days} days`
  if (Number.isInteger(hours)) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${minutes} minutes`
}
export const formatLeaveDeadline = (minutes: number) => (minutes === 0 ? 'Until it starts' : `Until ${formatTimeBefore(minutes)} before`)

/** "Free", or "$15, members $10, deposit $5". */
export function formatPricing(pricing: PriceValues | null): string {
  if (!pricing) return 'Free'
  const { amount, early, memberAmount, deposit, tiers = [] } = readPrice(pricing)
  const money = (minor: number) => (minor > 0 ? formatMoney({ amount: minor, currency: pricing.currency }) : null)
  if (tiers.length > 0) return tiers.map((tier) => [tier.name, money(tier.amount)].filter(Boolean).join(' ')).join(', ') || 'Paid'
  const parts = { early: early?.amount, members: memberAmount, deposit: deposit?.amount }
  const more = Object.entries(parts).map(([name, minor]) => minor && money(minor) && `${name} ${money(minor)}`)
  return [money(amount) ?? 'Paid', ...more].filter(Boolean).join(', ')
}

/** "Money back until 24 hours before". */
export const formatRefunds = (hours: number | null): string => {
  if (hours === null) return 'No refunds'
  return hours === 0 ? 'Money back until it starts' : `Money back until ${formatTimeBefore(hours * 60)} before`
}

/** "3 days before". */
export const formatDepositDue = (hours: number): string => `${formatTimeBefore(hours * 60)} before`

type Joining = Pick<FormValues, 'date' | 'time' | 'joinMinutes' | 'needsApproval' | 'questions'>

/** "Right away", or "Opens Fri, Nov 27, 6 PM". */
export function formatJoinFrom({ date, time, joinMinutes }: Pick<Joining, 'date' | 'time' | 'joinMinutes'>): string {
  if (joinMinutes === null || date === null || time === null) return joinMinutes === null ? 'Right away' : 'Opens later'
  const opens = addMinutes({ date, time }, -joinMinutes)
  return `Opens ${formatShortDate(opens.date)}, ${formatClockTime(opens.time)}`
}

export const formatJoining = (values: Joining) =>
  [
    (values.joinMinutes !== null || !values.needsApproval) && formatJoinFrom(values),
    values.needsApproval && 'You approve each player',
    values.questions.length > 0 && `${values.questions.length} ${values.questions.length === 1 ? 'question' : 'questions'}`,
  ]
    .filter(Boolean)
    .join(', ')

const frequencyLabels = { day: ['Every day', 'days'], week: ['Every week', 'weeks'], month: ['Every month', 'months'] } as const

export function formatRepeat({ every, interval }: RepeatValues, dates: number): string {
  if (every === 'never') return 'Never'
  const [each, many] = frequencyLabels[every]
  return `${interval === 1 ? each : `Every ${interval} ${many}`}${dates > 0 ? `, ${dates} ${dates === 1 ? 'time' : 'times'}` : ''}`
}

export const findActivityId = (text: string | null): ActivityId | null => activities.find(({ id }) => id === text)?.id ?? null
