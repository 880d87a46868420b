import * as v from 'valibot'
import { dayNumberOf, isTimeZone, weekdays } from '../time/clock.ts'
import { faultLabels, findFaults, maxDates, maxRangesPerDay } from './find-faults.ts'

export const TimeZone = v.pipe(v.string(), v.check(isTimeZone, 'Choose a time zone from the list.'))

export const PlainDate = v.pipe(
  v.string(),
  v.check((text) => dayNumberOf(text) !== null, 'Enter a valid date.'),
)

/** Local times in the schedule's zone. Midnight at the end of a day is 24:00, so a range never goes into the next day. */
export const TimeRange = v.object({
  startTime: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Start times run from 00:00 to 23:59.')),
  endTime: v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'End times run from 00:00 to 24:00.')),
})
export type TimeRange = v.InferOutput<typeof TimeRange>

const TimeRanges = v.pipe(
  v.array(TimeRange),
  v.maxLength(maxRangesPerDay, `A day can have up to ${maxRangesPerDay} ranges.`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const timeRanges = dataset.value
    for (const { index, field, code } of findFaults({ timeRanges })) {
      const range = timeRanges[index]
      if (!range) continue
      addIssue({
        message: faultLabels[code],
        path: [
          { type: 'array', origin: 'value', input: timeRanges, key: index, value: range },
          { type: 'object', origin: 'value', input: range, key: field, value: range[field] },
        ],
      })
    }
  }),
)

export const DayHours = v.pipe(
  v.object({ isAvailable: v.boolean(), timeRanges: TimeRanges }),
  v.check(
    ({ isAvailable, timeRanges }) => isAvailable === timeRanges.length > 0,
    'Available days need at least one range. Unavailable days have none.',
  ),
)
export type DayHours = v.InferOutput<typeof DayHours>

/** Replaces the weekday's hours on one date. Without ranges, the person is unavailable all day. */
export const DateHours = v.object({ date: PlainDate, timeRanges: TimeRanges })
export type DateHours = v.InferOutput<typeof DateHours>

export const Availability = v.object({
  timeZone: TimeZone,
  weeklyAvailability: v.object(v.entriesFromList(weekdays, DayHours)),
  dateSpecificAvailability: v.pipe(
    v.array(DateHours),
    v.maxLength(maxDates, faultLabels.tooManyDates),
    v.check((dates) => new Set(dates.map(({ date }) => date)).size === dates.length, 'Add each date only once.'),
  ),
})
export type Availability = v.InferOutput<typeof Availability>

/** Grows by one with each save. It is 0 before the first save, so two first saves at the same time also conflict. */
const Version = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const MyAvailability = v.object({ availability: v.nullable(Availability), version: Version })
export type MyAvailability = v.InferOutput<typeof MyAvailability>

/** `version` is the one the user edited. The response has the new version. */
export const SaveAvailability = v.object({ ...Availability.entries, version: Version })
export type SaveAvailability = v.InferOutput<typeof SaveAvailability>
export const SavedAvailability = v.object({ version: Version })
