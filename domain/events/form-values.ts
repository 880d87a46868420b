import * as v from 'valibot'
import type { ActivityId } from '../activities.ts'
import { IdempotencyKey } from '../ids.ts'
import type { Face } from '../profiles/contract.ts'
import { dateText, dayNumberOf, minutesADay, minutesOf, timeText, type Weekday } from '../time/clock.ts'
import { expandSeries, seriesFaultWords } from '../time/expand-series.ts'
import { localToInstant, timeFaultWords } from '../time/local-time.ts'
import type { LocalTime } from '../time/wall-clock.ts'
import { nextLike, seatsFor, usualGuests, usualLeaveMinutes, usualMinutes } from './defaults.ts'
import { EventForm, type EventFormAnswer, maxOccurrences, type Question, Repeat, type Slot, type Whereabouts } from './form-contract.ts'

export type RepeatValues = {
  every: 'never' | Repeat['every']
  interval: number
  weekdays: Weekday[]
  ends: 'count' | 'date'
  count: number
  lastDate: string | null
  except: string[]
}

/** What the form holds. The key and the version are kept with the words, so that a reload neither puts up two nor hides a change. */
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
> & {
  activity: ActivityId
  /** Null while a date or time is half typed. */
  date: string | null
  time: string | null
  minutes: number
  where: Whereabouts | null
  slots: Slot[]
  questions: Question[]
  coHosts: Face[]
  repeat: RepeatValues
  /** By the clocks of who puts it up; null is at once. */
  publishAt: LocalTime | null
  /** The picture itself fits into no draft. */
  picture: 'kept' | 'new' | 'none'
  idempotencyKey: string
  version: number
}

const never = (): RepeatValues => ({ every: 'never', interval: 1, weekdays: [], ends: 'count', count: 8, lastDate: null, except: [] })

type Start = { activity: ActivityId; start: LocalTime; where: Whereabouts | null; newKey: string }

export const newValues = ({ activity, start, where, newKey }: Start): FormValues => ({
  activity,
  date: start.date,
  time: start.time,
  minutes: usualMinutes,
  where,
  capacity: seatsFor(activity),
  title: '',
  description: '',
  levelMin: null,
  levelMax: null,
  slots: [],
  maxGuests: usualGuests,
  visibility: 'public',
  teamId: null,
  needsApproval: false,
  questions: [],
  leaveMinutes: usualLeaveMinutes,
  waitlistMode: 'order',
  coHosts: [],
  repeat: never(),
  publishAt: null,
  picture: 'kept',
  idempotencyKey: newKey,
  version: 0,
})

const split = (local: string): LocalTime => {
  const [date = '', time = ''] = local.split('T')
  return { date, time }
}

const wallMinutes = ({ date, time }: LocalTime) => (dayNumberOf(date) ?? 0) * minutesADay + (minutesOf(time) ?? 0)

export const minutesFrom = (start: LocalTime, end: LocalTime) => wallMinutes(end) - wallMinutes(start)

/** Later on the clocks of that place, should none of them jump. */
export function addMinutes(start: LocalTime, minutes: number): LocalTime {
  const wall = wallMinutes(start) + minutes
  const dayNumber = Math.floor(wall / minutesADay)
  return { date: dateText(dayNumber), time: timeText(wall - dayNumber * minutesADay) }
}

/** A game as it is. */
export function valuesOf({ form, version, coHosts }: Pick<EventFormAnswer, 'form' | 'version' | 'coHosts'>, newKey: string): FormValues {
  const { starts, ends, ...rest } = form
  const start = split(starts)
  return {
    ...rest,
    ...start,
    minutes: minutesFrom(start, split(ends)),
    coHosts,
    repeat: never(),
    publishAt: null,
    picture: 'kept',
    idempotencyKey: newKey,
    version,
  }
}

/** Another game like it, on a day to come. */
export function likeBefore(answer: Pick<EventFormAnswer, 'form' | 'version' | 'coHosts'>, today: string, newKey: string): FormValues {
  return { ...valuesOf(answer, newKey), ...nextLike(split(answer.form.starts), today), version: 0 }
}

function toEventForm(values: FormValues & { date: string; time: string; where: Whereabouts }): EventForm {
  const { date, time, minutes, coHosts, repeat, publishAt, picture, idempotencyKey, version, ...form } = values
  const end = addMinutes({ date, time }, minutes)
  return { ...form, coHosts: coHosts.map(({ id }) => id), starts: `${date}T${time}`, ends: `${end.date}T${end.time}` }
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

/** The dates of a series before those left out are taken away, or why there are none. Clocks play no part in dates. */
export function previewDates(date: string | null, repeat: RepeatValues): Preview {
  const rule = toRepeat(repeat)
  if (!rule || date === null) return { dates: [], fault: null }
  if (rule.until === null && rule.count === null) return { dates: [], fault: 'Choose when it ends.' }
  const series = { date, startTime: '12:00', durationMinutes: 60, zone: 'UTC', rule, exceptions: [] }
  const expanded = expandSeries(series, maxOccurrences)
  if (expanded.fault !== null) return { dates: [], fault: seriesFaultWords(expanded.fault, maxOccurrences) }
  const dates = expanded.occurrences.map((occurrence) => occurrence.date)
  const isEmpty = dates.every((one) => repeat.except.includes(one))
  return { dates, fault: isEmpty ? seriesFaultWords('none', maxOccurrences) : null }
}

/** Where the words about what was sent belong in the form. */
export function fieldOf(path: string): string {
  const [part = '', name = '', ...rest] = path.split('.')
  if (part === 'publish') return 'publishAt'
  if (part === 'repeat')
    return name === 'until' ? 'repeat.lastDate' : name === 'count' || name === 'interval' ? `repeat.${name}` : 'repeat.every'
  if (part !== 'form') return path
  if (name === 'starts') return 'time'
  if (name === 'ends') return 'minutes'
  if (name === 'where') return 'where'
  return [name, ...rest].join('.')
}

const Ready = v.object({
  form: EventForm,
  repeat: v.nullable(Repeat),
  publishAt: v.nullable(v.number()),
  picture: v.picklist(['kept', 'new', 'none']),
  idempotencyKey: IdempotencyKey,
  version: v.number(),
})
export type ReadyEvent = v.InferOutput<typeof Ready>

/** Stands in while a field is empty, so that the rest is judged too. */
const somewhere: Whereabouts = { placeId: null, name: 'Somewhere', address: '', lat: 0, lng: 0 }

/** The contract's own rules over the friendlier values, each fault named at the field it is about. */
export const formRules = (viewerZone: string): v.GenericSchema<FormValues, ReadyEvent> =>
  v.pipe(
    v.custom<FormValues>((values) => typeof values === 'object' && values !== null),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const values = dataset.value
      const { date, time, where, repeat, publishAt, picture, idempotencyKey, version } = values
      const faults: { field: string; message: string }[] = []
      const say = (field: string, message: string) => faults.push({ field, message })
      if (where === null) say('where', 'Choose a place.')
      if (date === null) say('date', 'Choose a day.')
      if (time === null) say('time', 'Choose a time.')
      const { fault } = previewDates(date, repeat)
      if (fault !== null) say(repeat.ends === 'date' && repeat.lastDate === null ? 'repeat.lastDate' : 'repeat.every', fault)
      const shown = publishAt && localToInstant(publishAt.date, publishAt.time, viewerZone)
      if (shown && shown.fault !== null) say('publishAt', timeFaultWords[shown.fault])
      const filled = { ...values, where: where ?? somewhere, date: date ?? '2000-01-01', time: time ?? '12:00' }
      const ready = v.safeParse(Ready, {
        form: toEventForm(filled),
        repeat: fault === null ? toRepeat(repeat) : null,
        publishAt: shown?.fault === null ? shown.instant : null,
        picture,
        idempotencyKey,
        version,
      })
      for (const issue of ready.issues ?? []) say(fieldOf(v.getDotPath(issue) ?? ''), issue.message)
      for (const { field, message } of faults) {
        const [first, ...rest] = field
          .split('.')
          .map((key) => ({ type: 'object', origin: 'value', input: {}, key, value: undefined }) as const)
        if (first) addIssue({ message, path: [first, ...rest] })
      }
      return ready.success && faults.length === 0 ? ready.output : NEVER
    }),
  )
