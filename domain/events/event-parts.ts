import { dayNumberOf, weekdayOf } from '../time/clock.ts'
import type { LocalTime } from '../time/wall-clock.ts'
import { type EventPart, eventParts } from './event-part-names.ts'
import type { EventForm, Repeat } from './form-contract.ts'
import { addMinutes, joinFromOf, joinLocalTime, joinMinutesOf, minutesBetween, splitLocalTime } from './local-times.ts'

const startOf = ({ starts }: EventForm): LocalTime => splitLocalTime(starts)
const lengthOf = ({ starts, ends }: EventForm): number => minutesBetween(splitLocalTime(starts), splitLocalTime(ends))

const valueOfPart: Record<EventPart, (form: EventForm) => unknown> = {
  activity: ({ activity }) => activity,
  title: ({ title }) => title,
  description: ({ description }) => description,
  where: ({ where: { placeId, name, address, lat, lng } }) => [placeId, name, address, lat, lng],
  day: (form) => startOf(form).date,
  time: (form) => startOf(form).time,
  length: lengthOf,
  levels: ({ levelMin, levelMax }) => [levelMin, levelMax],
  // With slots, the number of seats is the sum of their seats.
  seats: ({ capacity, slots }) => (slots.length === 0 ? capacity : slots.map(({ id, name, capacity: seats }) => [id, name, seats])),
  maxGuests: ({ maxGuests }) => maxGuests,
  audience: ({ visibility, teamId }) => [visibility, teamId],
  needsApproval: ({ needsApproval }) => needsApproval,
  questions: ({ questions }) => questions.map(({ id, text, isRequired }) => [id, text, isRequired]),
  leaveMinutes: ({ leaveMinutes }) => leaveMinutes,
  waitlistMode: ({ waitlistMode }) => waitlistMode,
  // Dates of a series share how long before the start that is.
  joinFrom: (form) => [joinMinutesOf(form), form.plusJoinsEarly],
  pricing: ({ pricing }) =>
    pricing && [
      ...[pricing.currency, pricing.amount, pricing.early && [pricing.early.amount, pricing.early.days]],
      ...[pricing.memberAmount, pricing.feeBy, pricing.refundHours, pricing.deposit && [pricing.deposit.amount, pricing.deposit.dueHours]],
      pricing.refundIfResold ?? false,
      (pricing.tiers ?? []).map(({ id, name, amount, memberAmount, seats }) => [id, name, amount, memberAmount, seats]),
    ],
  form: ({ formId }) => formId,
  coHosts: ({ coHosts }) => [...new Set(coHosts)].toSorted(),
}

/** The parts in which two forms differ. */
export const listChangedParts = (before: EventForm, after: EventForm): EventPart[] =>
  eventParts.filter((part) => JSON.stringify(valueOfPart[part](before)) !== JSON.stringify(valueOfPart[part](after)))

/** What the days of a series have in common: the weekday or the day of the month. Null if we cannot know it. */
function dayPatternOf(form: EventForm, { every, weekdays }: Repeat): string | null {
  const { date } = startOf(form)
  if (every === 'month') return date.slice(8)
  return every === 'week' && weekdays.length <= 1 ? weekdayOf(dayNumberOf(date) ?? 0) : null
}

/** The parts in which another date of the series differs from the edited one, because it was changed alone. */
export const listOwnParts = (edited: EventForm, other: EventForm, rule: Repeat): EventPart[] =>
  listChangedParts(edited, other).filter((part) => part !== 'day' || dayPatternOf(edited, rule) !== dayPatternOf(other, rule))

const startParts: readonly EventPart[] = ['day', 'time']

/**
 * The parts of a date that are left alone, although the host changed them on the edited date: this date has its own. If it has its
 * own day or time and the host changed that, its start stays as a whole.
 */
export function listPartsLeftAlone(changed: readonly EventPart[], own: readonly EventPart[]): EventPart[] {
  return changed.filter((part) => own.includes(part))
}

/** The parts of a date that the change writes. With `overwritesOwn` these are all that the host changed. */
export function listPartsToWrite(changed: readonly EventPart[], own: readonly EventPart[], overwritesOwn: boolean): EventPart[] {
  if (overwritesOwn) return [...changed]
  const leftAlone = listPartsLeftAlone(changed, own)
  const keepsStart = leftAlone.some((part) => startParts.includes(part))
  return changed.filter((part) => !leftAlone.includes(part) && !(keepsStart && startParts.includes(part)))
}

type Change = { before: EventForm; after: EventForm }

/** The form of another date after the change of the edited date. Its start moves by as many days as the edited one. */
export function applyParts(other: EventForm, { before, after }: Change, parts: readonly EventPart[]): EventForm {
  const has = (part: EventPart) => parts.includes(part)
  const own = startOf(other)
  const movedDays = (dayNumberOf(startOf(after).date) ?? 0) - (dayNumberOf(startOf(before).date) ?? 0)
  const time = has('time') ? startOf(after).time : own.time
  const start = addMinutes({ date: own.date, time }, has('day') ? movedDays * 24 * 60 : 0)
  const end = addMinutes(start, lengthOf(has('length') ? after : other))
  const pick = (part: EventPart) => (has(part) ? after : other)
  return {
    activity: pick('activity').activity,
    title: pick('title').title,
    description: pick('description').description,
    where: pick('where').where,
    starts: joinLocalTime(start),
    ends: joinLocalTime(end),
    levelMin: pick('levels').levelMin,
    levelMax: pick('levels').levelMax,
    capacity: pick('seats').capacity,
    slots: pick('seats').slots,
    maxGuests: pick('maxGuests').maxGuests,
    visibility: pick('audience').visibility,
    teamId: pick('audience').teamId,
    needsApproval: pick('needsApproval').needsApproval,
    questions: pick('questions').questions,
    leaveMinutes: pick('leaveMinutes').leaveMinutes,
    waitlistMode: pick('waitlistMode').waitlistMode,
    joinFrom: joinFromOf(start, joinMinutesOf(pick('joinFrom'))),
    plusJoinsEarly: pick('joinFrom').plusJoinsEarly,
    pricing: pick('pricing').pricing,
    formId: pick('form').formId,
    coHosts: pick('coHosts').coHosts,
  }
}
