import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { dayNumberOf, minutesADay, minutesOf, timeText, type Weekday, weekdays } from '../availability/clock.ts'
import { degrees } from '../numbers.ts'

export const radiusMostMiles = 100
export const seatsMost = 50
export const searchKinds = ['events', 'players', 'teams', 'places'] as const

/** Parts of the day by the names people give them, in minutes since midnight. */
export const dayParts = {
  morning: { from: 5 * 60, to: 12 * 60 },
  afternoon: { from: 12 * 60, to: 17 * 60 },
  evening: { from: 17 * 60, to: minutesADay },
} as const
export type DayPart = keyof typeof dayParts

const Activities = v.pipe(v.array(v.picklist(activityIds)), v.maxLength(activityIds.length))
const Days = v.pipe(v.array(v.picklist(weekdays)), v.maxLength(weekdays.length))
const PlainDate = v.pipe(
  v.string(),
  v.check((text) => dayNumberOf(text) !== null, 'This is no date of the calendar.'),
)
const Minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(minutesADay))
const Level = v.pipe(v.number(), v.minValue(1), v.maxValue(5), v.multipleOf(0.5))

/** When a game starts: at `from` or later, and before `to`. */
const TimeOfDay = v.pipe(
  v.object({ from: Minutes, to: Minutes }),
  v.check(({ from, to }) => from < to, 'The end comes after the start.'),
)
export type TimeOfDay = v.InferOutput<typeof TimeOfDay>

/** A game fits when its own range of levels meets this one. */
const LevelRange = v.pipe(
  v.object({ min: Level, max: Level }),
  v.check(({ min, max }) => min <= max, 'The highest level is not below the lowest.'),
)

/** What games, and whatever else is looked for, are narrowed down by. Dates are days where the game is. */
const sharedFilters = {
  activities: Activities,
  withoutActivities: Activities,
  radius: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(radiusMostMiles))),
  from: v.nullable(PlainDate),
  to: v.nullable(PlainDate),
  weekdays: Days,
  withoutWeekdays: Days,
  timeOfDay: v.nullable(TimeOfDay),
  withoutTimeOfDay: v.nullable(TimeOfDay),
  level: v.nullable(LevelRange),
  price: v.nullable(
    v.union([v.literal('free'), v.object({ mostCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)) })]),
  ),
  seatsLeft: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(seatsMost))),
  kind: v.nullable(v.picklist(searchKinds)),
}

const FilterCity = v.object({ id: v.number(), name: v.string(), state: v.string(), lat: v.number(), lng: v.number() })
export type FilterCity = v.InferOutput<typeof FilterCity>

/** With the city as people read it. */
export const NamedFilters = v.object({ ...sharedFilters, city: v.nullable(FilterCity) })
export type NamedFilters = v.InferOutput<typeof NamedFilters>

/** As they stand in an address. */
export const DiscoverFilters = v.object({
  ...sharedFilters,
  cityId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  center: v.nullable(v.object({ lat: degrees(90), lng: degrees(180) })),
  q: v.pipe(v.string(), v.trim(), v.maxLength(200)),
})
export type DiscoverFilters = v.InferOutput<typeof DiscoverFilters>

export const noFilters: NamedFilters = {
  activities: [],
  withoutActivities: [],
  city: null,
  radius: null,
  from: null,
  to: null,
  weekdays: [],
  withoutWeekdays: [],
  timeOfDay: null,
  withoutTimeOfDay: null,
  level: null,
  price: null,
  seatsLeft: null,
  kind: null,
}

export const toDiscoverFilters = ({ city, ...rest }: NamedFilters, q = ''): DiscoverFilters => ({
  ...rest,
  cityId: city?.id ?? null,
  center: city && { lat: city.lat, lng: city.lng },
  q,
})

const shortDay = (day: Weekday) => day.slice(0, 3)

function writeTime({ from, to }: TimeOfDay): string {
  const part = Object.entries(dayParts).find(([, other]) => other.from === from && other.to === to)
  return part?.[0] ?? `${timeText(from)}-${timeText(to)}`
}

/** The filters as the query of `/discover`; what is not set is not said, and commas stay readable. */
export function writeDiscoverQuery(filters: DiscoverFilters): string {
  const { center, level, price } = filters
  const said: Record<string, string | number | null | undefined> = {
    activity: filters.activities.join(','),
    not: filters.withoutActivities.join(','),
    city: filters.cityId,
    lat: center?.lat,
    lng: center?.lng,
    radius: filters.radius,
    from: filters.from,
    to: filters.to,
    days: filters.weekdays.map(shortDay).join(','),
    notdays: filters.withoutWeekdays.map(shortDay).join(','),
    time: filters.timeOfDay && writeTime(filters.timeOfDay),
    nottime: filters.withoutTimeOfDay && writeTime(filters.withoutTimeOfDay),
    level: level && (level.min === level.max ? level.min : `${level.min}-${level.max}`),
    free: price === 'free' ? 1 : null,
    price: price && price !== 'free' ? price.mostCents / 100 : null,
    seats: filters.seatsLeft,
    kind: filters.kind,
    q: filters.q,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(said))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
}

/** Addresses are typed, cut and old: what cannot be used is passed over, and the rest still counts. */
export function readDiscoverQuery(query: URLSearchParams): DiscoverFilters {
  const { activities, withoutActivities, ...named } = DiscoverFilters.entries
  const text = (name: string) => query.get(name) ?? ''
  const number = (name: string) => (/^-?\d{1,12}(\.\d{1,12})?$/.test(text(name)) ? Number(text(name)) : null)
  const known = <T extends v.GenericSchema<unknown, unknown>>(schema: T, value: unknown): v.InferOutput<T> | null => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : null
  }
  const price = number('price')
  const levels = text('level')
    .split('-')
    .map((part) => (part === '' ? Number.NaN : Number(part)))
  return {
    activities: readList(text('activity'), activityIds),
    withoutActivities: readList(text('not'), activityIds),
    cityId: known(named.cityId, number('city')),
    center: known(named.center, { lat: number('lat'), lng: number('lng') }),
    radius: known(named.radius, number('radius')),
    from: known(named.from, text('from')),
    to: known(named.to, text('to')),
    weekdays: readDays(text('days')),
    withoutWeekdays: readDays(text('notdays')),
    timeOfDay: known(named.timeOfDay, readTime(text('time'))),
    withoutTimeOfDay: known(named.withoutTimeOfDay, readTime(text('nottime'))),
    level: known(named.level, levels.length > 2 ? null : { min: levels[0], max: levels.at(-1) }),
    price: known(named.price, text('free') === '1' ? 'free' : price === null ? null : { mostCents: Math.round(price * 100) }),
    seatsLeft: known(named.seatsLeft, number('seats')),
    kind: known(named.kind, text('kind')),
    q: text('q').trim().slice(0, 200),
  }
}

function readList<Id extends string>(text: string, ids: readonly Id[]): Id[] {
  const said = new Set(text.split(',', 100))
  return ids.filter((id) => said.has(id))
}

function readDays(text: string): Weekday[] {
  const said = new Set(text.split(',', 100))
  return weekdays.filter((day) => said.has(shortDay(day)))
}

function readTime(text: string): { from: number | null; to: number | null } | null {
  if (Object.hasOwn(dayParts, text)) return dayParts[text as DayPart]
  const [from, to, ...more] = text.split('-', 3)
  return from === undefined || to === undefined || more.length > 0 ? null : { from: minutesOf(from), to: minutesOf(to) }
}
