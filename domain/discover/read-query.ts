import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { minutesOf, type Weekday, weekdays } from '../time/clock.ts'
import { DiscoverFilters } from './filter-contract.ts'
import { type DayPart, dayParts, shortDay } from './filters.ts'

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
    price: known(named.price, text('free') === '1' ? 'free' : price === null ? null : { maxCents: Math.round(price * 100) }),
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
