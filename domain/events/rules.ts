import { findActivity } from '../activities.ts'
import { AppError } from '../errors.ts'
import { day, hour, minute } from '../time/spans.ts'
import type { EventForm, Repeat } from './form-contract.ts'
import { formatMoment, formatOpening } from './format.ts'
import { timeToPay } from './seat-rules.ts'
import { type EventState, isScheduled, type JoinerState } from './states.ts'

export const eventNotFound = () => new AppError('EventNotFound')

/** The title from the form, or one made of activity and place if the host entered none. */
export const titleOf = ({ title, activity, where }: Pick<EventForm, 'title' | 'activity' | 'where'>): string =>
  title === '' ? `${findActivity(activity)?.label ?? 'Game'} at ${where.name}`.slice(0, 80) : title

/** The number of all seats: with slots, the sum of their seats. */
export const capacityOf = ({ capacity, slots }: Pick<EventForm, 'capacity' | 'slots'>): number =>
  slots.length === 0 ? capacity : slots.reduce((sum, slot) => sum + slot.capacity, 0)

/** A player who gives up a seat after this time leaves late. */
export const leaveDeadlineOf = (startsAt: number, leaveMinutes: number): number => startsAt - leaveMinutes * minute

/**
 * How long a seat offer is valid: shorter when the game is near, and never longer than until its start, or as long as there is time
 * to pay. Zero or less: it is too late for an offer.
 */
export function offerDurationOf(now: number, startsAt: number, isPaid = false): number {
  const timeLeft = startsAt - now
  const duration = timeLeft > 24 * hour ? 2 * hour : timeLeft > 3 * hour ? 30 * minute : 10 * minute
  return Math.min(duration, isPaid ? timeLeft - timeToPay : timeLeft)
}

/** Whether players can hold seats for friends, who answer the questions and pay for themselves. Where a host decides who plays, nobody else can. */
export const canHoldSeats = ({ needsApproval }: { needsApproval: boolean }): boolean => !needsApproval

/**
 * Whether a player can bring friends as they join. Whoever has to pay has no seat yet, and brings friends once they have paid: nobody holds
 * seats for others before they have their own.
 */
export const canJoinWithFriends = (game: { isPaid: boolean; isHost: boolean; needsApproval: boolean }): boolean =>
  canHoldSeats(game) && (!game.isPaid || game.isHost)

const shortestFriendHold = 15 * minute

/**
 * How long a player can hold a seat for a friend, who was not waiting for it and may be asleep: longer than an offer to the waitlist, and never
 * longer than until the start. Zero or less: it is too late. Where the friend also has to pay in time, a hold of a minute would help nobody.
 */
export function friendHoldDurationOf(now: number, startsAt: number, isPaid: boolean): number {
  const timeLeft = startsAt - now
  const duration = timeLeft > 3 * day ? day : timeLeft > day ? 8 * hour : timeLeft > 3 * hour ? hour : shortestFriendHold
  if (!isPaid) return Math.min(duration, timeLeft)
  return timeLeft - timeToPay < shortestFriendHold ? 0 : Math.min(duration, timeLeft - timeToPay)
}

/** How long a player's offer of their own seat is open: for a day, but not longer than until the start. */
export const transferDurationOf = (now: number, startsAt: number): number => Math.min(day, startsAt - now)

/** An invitation or a link to co-host ends after this time, or when the game starts. */
export const coHostInviteDuration = 7 * day

/** Whether it is night at the venue. We offer no seats then, because people who sleep cannot answer within minutes. */
export const isNight = (localHour: number): boolean => localHour >= 22 || localHour < 8

export function getLocalHour(now: number, timeZone: string): number {
  const hourText = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now)
  return Number(hourText)
}

/** Why a host cannot manage the players or write to them; null if the game is published. */
export function judgePublished(state: EventState | undefined): AppError | null {
  if (state === 'draft') return new AppError('EventIsDraft')
  return state === 'cancelled' ? new AppError('EventCancelled') : null
}

type JoinTimes = { joinsAt: number | null; isHost: boolean; timeZone: string }

/** When joining opens for this person, in the time zone of the game; null if it is open. Hosts can always join. */
export const formatJoiningOf = ({ joinsAt, isHost, timeZone }: JoinTimes, now: number): string | null =>
  joinsAt === null || isHost || joinsAt <= now ? null : formatMoment(joinsAt, { timeZone, now, locale: 'en-US' })

type Times = { state: EventState; publishAt: number | null; startsAt: number }

/** When a scheduled game opens, in its own time zone; null if it is open already or has no time to open. */
export const formatOpeningOf = (event: Times & { timeZone: string }, now: number): string | null =>
  isScheduled(event) && event.publishAt !== null && event.startsAt > now
    ? formatOpening(event.publishAt, { ...event, now, locale: 'en-US' })
    : null

/** Why nobody can be invited; null if people can be invited. */
export function judgeInvite(event: Times, now: number): AppError | null {
  if (event.state === 'cancelled' || event.startsAt <= now) return new AppError('EventOverOrCancelled')
  if (event.state === 'published' || isScheduled(event)) return null
  return new AppError('DraftCannotInvite')
}

/** The facts that explain to a person why they could not join. */
export type JoinFacts = {
  state: EventState
  /** When the game opens ("opens for sign-up on …"); null if it is open or has no time to open. */
  opens: string | null
  hasStarted: boolean
  /** When joining opens for this person ("on Fri, Nov 27 at 6:00 PM CST"); null if it is open. */
  joiningOpens: string | null
  /** They must fill the form of the game first. */
  isKeptOutByForm: boolean
  mine: JoinerState | null
  /** The number of all seats in the chosen slot, taken or not; null if there is no such slot. */
  seatsInSlot: number | null
  maxGuests: number
}

/** Explains why a join did not succeed. `others` also has the friends who came along before; it is 0 if the person brings nobody more. */
export function judgeJoin(facts: JoinFacts, guests: number, others = guests): AppError {
  if (facts.state === 'cancelled') return new AppError('EventCancelled')
  if (facts.opens !== null) return new AppError('EventNotOpenYet', { values: { opens: facts.opens } })
  if (facts.state === 'draft' && !facts.hasStarted) return eventNotFound()
  if (facts.hasStarted) return new AppError('EventStarted')
  if (facts.joiningOpens !== null) return new AppError('JoiningNotOpen', { values: { opens: facts.joiningOpens } })
  // They were notified of it, so this is no news.
  if (facts.mine === 'removed' || facts.mine === 'refused') return new AppError('RefusedByHosts')
  if (facts.isKeptOutByForm) return new AppError('GameFormFirst')
  if (facts.seatsInSlot === null) return new AppError('SlotMissing')
  if (others > facts.maxGuests) {
    return facts.maxGuests === 0 ? new AppError('GuestsNotAllowed') : new AppError('TooManyGuests', { values: { max: facts.maxGuests } })
  }
  if (1 + guests > facts.seatsInSlot) return new AppError('PartyTooLarge', { values: { seats: facts.seatsInSlot } })
  return new AppError('EventFull')
}

/** Keeps the answers to the host's questions and drops all others. Throws if a required answer is missing. */
export function readAnswers(
  questions: readonly { id: string; text: string; isRequired: boolean }[],
  givenAnswers: Readonly<Record<string, string>>,
): Record<string, string> {
  const answers: Record<string, string> = {}
  for (const { id, text, isRequired } of questions) {
    const answer = (Object.hasOwn(givenAnswers, id) ? givenAnswers[id] : '') ?? ''
    if (isRequired && answer === '') throw new AppError('AnswerMissing', { values: { question: text } })
    if (answer !== '') answers[id] = answer
  }
  return answers
}

type Asked = {
  questions: readonly { id: string; isRequired: boolean }[]
  answers: Readonly<Record<string, string>>
  heldBy: string | null
}

/** Whoever was brought by a friend has not answered yet. Everyone else did as they joined, and is not asked what a host added since. */
export const mustAnswer = ({ questions, answers, heldBy }: Asked): boolean =>
  heldBy !== null && questions.some(({ id, isRequired }) => isRequired && !answers[id])

const ordinals = ['', '', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth']

/** Formats how a series repeats: "Every week on Saturday". */
export function formatRepeat(
  { every, interval, weekdays }: Repeat,
  { startsAt, timeZone }: { startsAt: number; timeZone: string },
): string {
  const words = interval === 1 ? `Every ${every}` : `Every ${ordinals[interval] ?? interval} ${every}`
  if (every === 'day') return words
  if (every === 'month') return `${words} on day ${new Intl.DateTimeFormat('en-US', { timeZone, day: 'numeric' }).format(startsAt)}`
  const dayNames =
    weekdays.length > 0
      ? weekdays.map((day) => day.slice(0, 1).toUpperCase() + day.slice(1))
      : [new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }).format(startsAt)]
  return `${words} on ${new Intl.ListFormat('en-US').format(dayNames)}`
}
