import { findActivity } from '../activities.ts'
import { AppError } from '../errors.ts'
import { hour, minute } from '../time/spans.ts'
import type { EventForm, Repeat } from './form-contract.ts'
import { type EventState, isScheduled, type JoinerState } from './states.ts'
import { opensWords } from './words.ts'

export const eventNotFound = () => new AppError('EventNotFound')

/** What it is called where nobody thought of a title. */
export const titleOf = ({ title, activity, where }: Pick<EventForm, 'title' | 'activity' | 'where'>): string =>
  title === '' ? `${findActivity(activity)?.label ?? 'Game'} at ${where.name}`.slice(0, 80) : title

/** Seats in all: with slots it is they who have them. */
export const capacityOf = ({ capacity, slots }: Pick<EventForm, 'capacity' | 'slots'>): number =>
  slots.length === 0 ? capacity : slots.reduce((sum, slot) => sum + slot.capacity, 0)

/** From here on a seat is given up late. */
export const leaveBy = (startsAt: number, leaveMinutes: number): number => startsAt - leaveMinutes * minute

/** How long an offer stands: the nearer the game, the shorter, and never beyond its start. */
export function offerHold(now: number, startsAt: number): number {
  const left = startsAt - now
  const hold = left > 24 * hour ? 2 * hour : left > 3 * hour ? 30 * minute : 10 * minute
  return Math.min(hold, left)
}

/** Nobody is asked to answer within minutes while they sleep. By the hour on the clocks of the venue. */
export const isNight = (localHour: number): boolean => localHour >= 22 || localHour < 8

export function localHour(now: number, timeZone: string): number {
  const hourText = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now)
  return Number(hourText)
}

/** Why a host can do nothing with who is in it; null where they can. */
export function notUp(state: EventState | undefined): AppError | null {
  if (state === 'draft') return new AppError('EventIsDraft')
  return state === 'cancelled' ? new AppError('EventCancelled') : null
}

type Times = { state: EventState; publishAt: number | null; startsAt: number }

/** When it takes people, by the clocks at its place; null where it does already, never will, or nobody knows. */
export const opensOf = (event: Times & { timeZone: string }, now: number): string | null =>
  isScheduled(event) && event.publishAt !== null && event.startsAt > now
    ? opensWords(event.publishAt, { ...event, now, locale: 'en-US' })
    : null

/** Why nobody can be invited; null where people can. */
export function notInvitable(event: Times, now: number): AppError | null {
  if (event.state === 'cancelled' || event.startsAt <= now) return new AppError('EventOverOrCancelled')
  if (event.state === 'published' || isScheduled(event)) return null
  return new AppError('DraftCannotInvite')
}

/** What a join met, as it is told to who tried. */
export type JoinFacts = {
  state: EventState
  /** In words when it takes people, where that is known and not yet. */
  opens: string | null
  hasStarted: boolean
  mine: JoinerState | null
  isBlocked: boolean
  /** All the seats there are in that slot; null where there is no such slot. */
  seatsThere: number | null
  maxGuests: number
}

/** Someone a host blocked, or took out, meets a full game: that is all they are told. */
const full = () => new AppError('EventFull')

export function judgeJoin(facts: JoinFacts, guests: number): AppError {
  if (facts.state === 'cancelled') return new AppError('EventCancelled')
  if (facts.opens !== null) return new AppError('EventNotOpenYet', { values: { opens: facts.opens } })
  if (facts.state === 'draft' && !facts.hasStarted) return eventNotFound()
  if (facts.hasStarted) return new AppError('EventHasBegun')
  if (facts.isBlocked || facts.mine === 'removed' || facts.mine === 'refused') return full()
  if (facts.seatsThere === null) return new AppError('SlotMissing')
  if (guests > facts.maxGuests) {
    return facts.maxGuests === 0 ? new AppError('GuestsNotAllowed') : new AppError('TooManyGuests', { values: { max: facts.maxGuests } })
  }
  if (1 + guests > facts.seatsThere) return new AppError('PartyTooLarge', { values: { seats: facts.seatsThere } })
  return full()
}

/** Answers to what is asked, and to nothing else. */
export function readAnswers(
  questions: readonly { id: string; text: string; isRequired: boolean }[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const answers: Record<string, string> = {}
  for (const { id, text, isRequired } of questions) {
    const answer = (Object.hasOwn(given, id) ? given[id] : '') ?? ''
    if (isRequired && answer === '') throw new AppError('AnswerMissing', { values: { question: text } })
    if (answer !== '') answers[id] = answer
  }
  return answers
}

const ordinal = ['', '', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth']

/** How a series repeats, in a few words: "Every week on Saturday". */
export function seriesWords({ every, interval, weekdays }: Repeat, { startsAt, timeZone }: { startsAt: number; timeZone: string }): string {
  const words = interval === 1 ? `Every ${every}` : `Every ${ordinal[interval] ?? interval} ${every}`
  if (every === 'day') return words
  if (every === 'month') return `${words} on day ${new Intl.DateTimeFormat('en-US', { timeZone, day: 'numeric' }).format(startsAt)}`
  const named =
    weekdays.length > 0
      ? weekdays.map((day) => day.slice(0, 1).toUpperCase() + day.slice(1))
      : [new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }).format(startsAt)]
  return `${words} on ${new Intl.ListFormat('en-US').format(named)}`
}
