import * as v from 'valibot'
import type { ActivityId } from '../activities.ts'
import { IdempotencyKey } from '../ids.ts'
import type { Face } from '../profiles/contract.ts'
import type { Weekday } from '../time/clock.ts'
import { expandSeries, formatSeriesFault } from '../time/expand-series.ts'
import { localToInstant, timeFaultMessages } from '../time/local-time.ts'
import type { LocalTime } from '../time/wall-clock.ts'
import { defaultLeaveMinutes, defaultMaxGuests, defaultMinutes, defaultSeatsFor, findNextSameWeekday } from './defaults.ts'
import { EventForm, type EventFormAnswer, type EventLocation, maxOccurrences, type Question, Repeat, type Slot } from './form-contract.ts'
import { addMinutes, joinFromOf, joinLocalTime, joinMinutesOf, minutesBetween, splitLocalTime } from './local-times.ts'
import { type PriceValues, priceValuesOf, readPrice } from './price-values.ts'

export type RepeatValues = {
  every: 'never' | Repeat['every']
  interval: number
  weekdays: Weekday[]
  ends: 'count' | 'date'
  count: number
  lastDate: string | null
  except: string[]
}

/** A co-host in the form. `hasAccepted` is missing for a person who will be asked when the form is saved. */
export type FormCoHost = Face & { hasAccepted?: boolean }

/**
 * The values of the form. They include the idempotency key and the version, so that a reload of the page neither creates the game
 * twice nor overwrites a change by another host.
 */
export type FormValues = Pick<
  EventForm,
  | 'capacity'
  | 'title'
  | 'description'
  | 'levelMin'
  | 'levelMax'
  | 'maxGuests'
  | 'visibility'
  | 'teamId'
  | 'needsApproval'
  | 'leaveMinutes'
  | 'waitlistMode'
  | 'plusJoinsEarly'
  | 'formId'
> & {
  activity: ActivityId
  /** Null until a complete date is typed. */
  date: string | null
  /** Null until a complete time is typed. */
  time: string | null
  minutes: number
  /** How many minutes before the start joining opens; null if it is open at once. */
  joinMinutes: number | null
  where: EventLocation | null
  slots: Slot[]
  questions: Question[]
  /** Null if the game is free. */
  pricing: PriceValues | null
  coHosts: FormCoHost[]
  repeat: RepeatValues
  /** Only for a new game: whether the host takes a seat. */
  hostPlays: boolean
  /** In the host's own time zone; null is now. */
  publishAt: LocalTime | null
  /** Whether the picture stays, changes or goes. The picture itself is too large to keep in the browser's draft. */
  picture: 'kept' | 'new' | 'none'
  idempotencyKey: string
  version: number
}

const makeNoRepeat = (): RepeatValues => ({
  every: 'never',
  interval: 1,
  weekdays: [],
  ends: 'count',
  count: 8,
  lastDate: null,
  except: [],
})

type InitialFacts = { activity: ActivityId; start: LocalTime; where: EventLocation | null; newKey: string }

export const newValues = ({ activity, start, where, newKey }: InitialFacts): FormValues => ({
  activity,
  date: start.date,
  time: start.time,
  minutes: defaultMinutes,
  where,
  capacity: defaultSeatsFor(activity),
  title: '',
  description: '',
  levelMin: null,
  levelMax: null,
  slots: [],
  maxGuests: defaultMaxGuests,
  visibility: 'public',
  teamId: null,
  needsApproval: false,
  questions: [],
  leaveMinutes: defaultLeaveMinutes,
  waitlistMode: 'order',
  joinMinutes: null,
  plusJoinsEarly: false,
  pricing: null,
  formId: null,
  coHosts: [],
  repeat: makeNoRepeat(),
  hostPlays: true,
  publishAt: null,
  picture: 'kept',
  idempotencyKey: newKey,
  version: 0,
})

/** The form values of an existing game. */
export function valuesOf(
  { form, version, coHosts }: Pick<EventFormAnswer, 'form' | 'version'> & { coHosts: FormCoHost[] },
  newKey: string,
): FormValues {
  const { starts, ends, joinFrom, pricing, ...rest } = form
  const start = splitLocalTime(starts)
  return {
    ...rest,
    ...start,
    minutes: minutesBetween(start, splitLocalTime(ends)),
    joinMinutes: joinMinutesOf({ starts, joinFrom }),
    pricing: pricing && priceValuesOf(pricing),
    coHosts,
    repeat: makeNoRepeat(),
    hostPlays: true,
    publishAt: null,
    picture: 'kept',
    idempotencyKey: newKey,
    version,
  }
}

/** The form values of a new game with the same settings, on the next date with the same weekday. */
export function copyForNewGame(
  answer: Pick<EventFormAnswer, 'form' | 'version' | 'coHosts' | 'isPlaying'>,
  today: string,
  newKey: string,
): FormValues {
  const coHosts = answer.coHosts.map(({ hasAccepted: _, ...face }) => face)
  return {
    ...valuesOf({ ...answer, coHosts }, newKey),
    ...findNextSameWeekday(splitLocalTime(answer.form.starts), today),
    hostPlays: answer.isPlaying,
    version: 0,
  }
}

function toEventForm(values: FormValues & { date: string; time: string; where: EventLocation }): EventForm {
  const { date, time, minutes, joinMinutes, pricing, coHosts, repeat, hostPlays, publishAt, picture, idempotencyKey, version, ...form } =
    values
  const end = addMinutes({ date, time }, minutes)
  return {
    ...form,
    // The forms of a community are only for its games.
    formId: form.teamId === null ? null : form.formId,
    pricing: pricing && readPrice(pricing),
    coHosts: coHosts.map(({ id }) => id),
    starts: joinLocalTime({ date, time }),
    ends: joinLocalTime(end),
    joinFrom: joinFromOf({ date, time }, joinMinutes),
  }
}

function toRepeat({ every, interval, weekdays, ends, count, lastDate, except }: RepeatValues): Repeat | null {
  if (every === 'never') return null
  return {
    every,
    interval,
    weekdays: every === 'week' ? weekdays : [],
    count: ends === 'count' ? count : null,
    until: ends === 'date' ? lastDate : null,
    except,
  }
}

type Preview = { dates: string[]; fault: string | null }

/**
 * The dates of a series, including those that the host leaves out, or why there are none. Dates do not depend on clocks, so we
 * use UTC.
 */
export function previewDates(date: string | null, repeat: RepeatValues): Preview {
  const rule = toRepeat(repeat)
  if (!rule || date === null) return { dates: [], fault: null }
  if (rule.until === null && rule.count === null) return { dates: [], fault: 'Choose when it ends.' }
  const series = { date, startTime: '12:00', durationMinutes: 60, zone: 'UTC', rule, exceptions: [] }
  const expanded = expandSeries(series, maxOccurrences)
  if (expanded.fault !== null) return { dates: [], fault: formatSeriesFault(expanded.fault, maxOccurrences) }
  const dates = expanded.occurrences.map((occurrence) => occurrence.date)
  const isEmpty = dates.every((occurrenceDate) => repeat.except.includes(occurrenceDate))
  return { dates, fault: isEmpty ? formatSeriesFault('none', maxOccurrences) : null }
}

/** The form field for a path of the request, so that a server error is shown at that field. */
export function fieldOfPath(path: string): string {
  const [part = '', name = '', ...rest] = path.split('.')
  if (part === 'publish') return 'publishAt'
  if (part === 'repeat')
    return name === 'until' ? 'repeat.lastDate' : name === 'count' || name === 'interval' ? `repeat.${name}` : 'repeat.every'
  if (part !== 'form') return path
  if (name === 'starts') return 'time'
  if (name === 'ends') return 'minutes'
  if (name === 'joinFrom') return 'joinMinutes'
  if (name === 'where') return 'where'
  if (path === 'form.pricing.early' || path === 'form.pricing.deposit') return `${path.slice('form.'.length)}.amount`
  return [name, ...rest].join('.')
}

const ReadyEvent = v.object({
  form: EventForm,
  repeat: v.nullable(Repeat),
  hostPlays: v.boolean(),
  publishAt: v.nullable(v.number()),
  picture: v.picklist(['kept', 'new', 'none']),
  idempotencyKey: IdempotencyKey,
  version: v.number(),
})
export type ReadyEvent = v.InferOutput<typeof ReadyEvent>

/** Replaces an empty location, so that the other fields are checked too. */
const placeholderLocation: EventLocation = { placeId: null, name: 'Somewhere', address: '', lat: 0, lng: 0 }

/** Checks the form values by the rules of the contract, and puts each fault at its form field. */
export const makeFormSchema = (viewerZone: string): v.GenericSchema<FormValues, ReadyEvent> =>
  v.pipe(
    v.custom<FormValues>((values) => typeof values === 'object' && values !== null),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const values = dataset.value
      const { date, time, where, repeat, hostPlays, publishAt, picture, idempotencyKey, version } = values
      const faults: { field: string; message: string }[] = []
      const addFault = (field: string, message: string) => faults.push({ field, message })
      if (where === null) addFault('where', 'Choose a place.')
      if (date === null) addFault('date', 'Choose a day.')
      if (time === null) addFault('time', 'Choose a time.')
      const { fault } = previewDates(date, repeat)
      if (fault !== null) addFault(repeat.ends === 'date' && repeat.lastDate === null ? 'repeat.lastDate' : 'repeat.every', fault)
      const published = publishAt && localToInstant(publishAt.date, publishAt.time, viewerZone)
      if (published && published.fault !== null) addFault('publishAt', timeFaultMessages[published.fault])
      const filled = { ...values, where: where ?? placeholderLocation, date: date ?? '2000-01-01', time: time ?? '12:00' }
      const ready = v.safeParse(ReadyEvent, {
        form: toEventForm(filled),
        repeat: fault === null ? toRepeat(repeat) : null,
        hostPlays,
        publishAt: published?.fault === null ? published.instant : null,
        picture,
        idempotencyKey,
        version,
      })
      for (const issue of ready.issues ?? []) addFault(fieldOfPath(v.getDotPath(issue) ?? ''), issue.message)
      for (const { field, message } of faults) {
        const [first, ...rest] = field
          .split('.')
          .map((key) => ({ type: 'object', origin: 'value', input: {}, key, value: undefined }) as const)
        if (first) addIssue({ message, path: [first, ...rest] })
      }
      return ready.success && faults.length === 0 ? ready.output : NEVER
    }),
  )
