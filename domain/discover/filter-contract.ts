import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { degrees } from '../numbers.ts'
import { dayNumberOf, minutesADay, weekdays } from '../time/clock.ts'
import { maxRadiusMiles, maxSeats, searchKinds } from './filter-limits.ts'

const Activities = v.pipe(v.array(v.picklist(activityIds)), v.maxLength(activityIds.length))
const Days = v.pipe(v.array(v.picklist(weekdays)), v.maxLength(weekdays.length))
const PlainDate = v.pipe(
  v.string(),
  v.check((text) => dayNumberOf(text) !== null, 'Enter a valid date.'),
)
const Minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(minutesADay))
const Level = v.pipe(v.number(), v.minValue(1), v.maxValue(5), v.multipleOf(0.5))

/** Matches games that start at `from` or later, and before `to`. In minutes since midnight. */
const TimeOfDay = v.pipe(
  v.object({ from: Minutes, to: Minutes }),
  v.check(({ from, to }) => from < to, 'The end must be after the start.'),
)
export type TimeOfDay = v.InferOutput<typeof TimeOfDay>

/** Matches games whose level range overlaps this one. */
const LevelRange = v.pipe(
  v.object({ min: Level, max: Level }),
  v.check(({ min, max }) => min <= max, 'The highest level must not be below the lowest.'),
)

/** The filters of all searches. Dates are in the local time of the game. */
const sharedFilters = {
  activities: Activities,
  withoutActivities: Activities,
  radius: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxRadiusMiles))),
  from: v.nullable(PlainDate),
  to: v.nullable(PlainDate),
  weekdays: Days,
  withoutWeekdays: Days,
  timeOfDay: v.nullable(TimeOfDay),
  withoutTimeOfDay: v.nullable(TimeOfDay),
  level: v.nullable(LevelRange),
  price: v.nullable(
    v.union([v.picklist(['free', 'paid']), v.object({ maxCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)) })]),
  ),
  seatsLeft: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSeats))),
  kind: v.nullable(v.picklist(searchKinds)),
}

const FilterCity = v.object({ id: v.number(), name: v.string(), state: v.string(), lat: v.number(), lng: v.number() })
export type FilterCity = v.InferOutput<typeof FilterCity>

/** The filters with the name of the city, for showing them. */
export const NamedFilters = v.object({ ...sharedFilters, city: v.nullable(FilterCity) })
export type NamedFilters = v.InferOutput<typeof NamedFilters>

/** The filters as in a URL. */
export const DiscoverFilters = v.object({
  ...sharedFilters,
  cityId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  center: v.nullable(v.object({ lat: degrees(90), lng: degrees(180) })),
  q: v.pipe(v.string(), v.trim(), v.maxLength(200)),
})
export type DiscoverFilters = v.InferOutput<typeof DiscoverFilters>
