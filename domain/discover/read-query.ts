import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { minutesOf, type Weekday, weekdays } from '../time/clock.ts'
import { DiscoverFilters } from './filter-contract.ts'
import { type DayPart, dayParts, shortenDay } from './filters.ts'

/** URLs can be mistyped, cut off or old, so invalid values are ignored and the others still count. */
export function readDiscoverQuery(query: URLSearchParams): DiscoverFilters {
  const { activities, withoutActivities, ...schemas } = DiscoverFilters.entries
  const getText = (name: string) => query.get(name) ?? ''
  const getNumber = (name: string) => (/^-?\d{1,12}(\.\d{1,12})?$/.test(getText(name)) ? Number(getText(name)) : null)
  const parseValue = <T extends v.GenericSchema<unknown, unknown>>(schema: T, value: unknown): v.InferOutput<T> | null => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : null
  }
  const price = getNumber('price')
  const readPrice = () => {
    if (getText('free') === '1') return 'free'
    if (getText('paid') === '1') return 'paid'
    return price === null ? null : { maxCents: Math.round(price * 100) }
  }
  const levels = getText('level')
    .split('-')
    .map((part) => (part === '' ? Number.NaN : Number(part)))
  return {
    activities: readList(getText('activity'), activityIds),
    withoutActivities: readList(getText('not'), activityIds),
    cityId: parseValue(schemas.cityId, getNumber('city')),
    center: parseValue(schemas.center, { lat: getNumber('lat'), lng: getNumber('lng') }),
    radius: parseValue(schemas.radius, getNumber('radius')),
    from: parseValue(schemas.from, getText('from')),
    to: parseValue(schemas.to, getText('to')),
    weekdays: readDays(getText('days')),
    withoutWeekdays: readDays(getText('notdays')),
    timeOfDay: parseValue(schemas.timeOfDay, readTime(getText('time'))),
    withoutTimeOfDay: parseValue(schemas.withoutTimeOfDay, readTime(getText('nottime'))),
    level: parseValue(schemas.level, levels.length > 2 ? null : { min: levels[0], max: levels.at(-1) }),
    price: parseValue(schemas.price, readPrice()),
    seatsLeft: parseValue(schemas.seatsLeft, getNumber('seats')),
    kind: parseValue(schemas.kind, getText('kind')),
    q: getText('q').trim().slice(0, 200),
  }
}

function readList<Id extends string>(text: string, ids: readonly Id[]): Id[] {
  const values = new Set(text.split(',', 100))
  return ids.filter((id) => values.has(id))
}

function readDays(text: string): Weekday[] {
  const values = new Set(text.split(',', 100))
  return weekdays.filter((day) => values.has(shortenDay(day)))
}

function readTime(text: string): { from: number | null; to: number | null } | null {
  if (Object.hasOwn(dayParts, text)) return dayParts[text as DayPart]
  const [from, to, ...more] = text.split('-', 3)
  return from === undefined || to === undefined || more.length > 0 ? null : { from: minutesOf(from), to: minutesOf(to) }
}
