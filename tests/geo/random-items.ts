import type { SQL } from 'drizzle-orm'
import type { Bounds, LatLng, LocatedEvent, LocatedSubscription } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { type EventToMatch, selectMatchingSubscriptions } from '../../worker/activity-subscriptions/select-matching.ts'
import { selectInBounds, selectNearest } from '../../worker/geo/queries.ts'

/** Random items all over the world, to compare the results of queries with a simple subscription that checks every item. */
export type RandomItems = { events: LocatedEvent[]; places: Omit<LocatedEvent, 'day'>[]; subscriptions: LocatedSubscription[] }

type Filters = { activities: string[]; limit: number }
export type Question =
  | (Filters & { kind: 'events in bounds'; bounds: Bounds; from: number; to: number; after: { start: number; id: string } | null })
  | (Filters & { kind: 'places in bounds'; bounds: Bounds; after: { id: string } | null })
  | (Filters & { kind: 'nearest events'; point: LatLng; miles: number; from: number })
  | (Filters & { kind: 'nearest places'; point: LatLng; miles: number })
  | { kind: 'matching subscriptions'; event: EventToMatch; after: string | null; limit: number }

type Random = () => number
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const randomBetween = (random: Random, min: number, max: number) => min + random() * (max - min)
const maxTime = 1000
const activities = ['padel', 'chess', 'tennis', 'golf']
const pickSome = (random: Random) => activities.filter(() => random() < 0.4)

/** Points where errors are likely: the date line, the poles, and corners of cells. */
const centers: LatLng[] = [
  { lat: 40.7, lng: -74 },
  { lat: -16.8, lng: 179.99 },
  { lat: 66, lng: -180 },
  { lat: 89.9, lng: 30 },
  { lat: -89.9, lng: -100 },
  { lat: 0, lng: 0 },
  { lat: 45, lng: -90 },
]
const pickNearEdge = (random: Random, max: number) =>
  pick(random, [-max, max, Math.round(randomBetween(random, -max, max)), pick(random, [-45, 0, 45])])

function randomPoint(random: Random): LatLng {
  const kind = random()
  if (kind < 0.2) return { lat: pickNearEdge(random, 90), lng: pickNearEdge(random, 180) }
  if (kind < 0.4) return { lat: randomBetween(random, -90, 90), lng: randomBetween(random, -180, 180) }
  const { lat, lng } = pick(random, centers)
  const distance = 10 ** randomBetween(random, -3, 0.5)
  const shifted = lng + randomBetween(random, -distance, distance)
  return {
    lat: Math.min(90, Math.max(-90, lat + randomBetween(random, -distance, distance))),
    lng: shifted > 180 ? shifted - 360 : shifted < -180 ? shifted + 360 : shifted,
  }
}

export function makeRandomItems(random: Random, size: number): RandomItems {
  const makeItem = (_: unknown, index: number) => ({ id: `item-${index}`, ...randomPoint(random), start: Math.floor(random() * maxTime) })
  const randomDate = () => (random() < 0.5 ? null : Math.floor(random() * maxTime))
  return {
    events: Array.from({ length: size }, makeItem).map((event) => ({
      ...event,
      day: event.start % 30,
      activities: [pick(random, activities)],
    })),
    places: Array.from({ length: size }, makeItem).map((place) => ({ ...place, activities: pickSome(random) })),
    subscriptions: Array.from({ length: size }, makeItem).map(({ start: _, ...subscription }) => ({
      ...subscription,
      activities: pickSome(random),
      radius: 1 + Math.floor(random() * 50),
      startDate: randomDate(),
      endDate: randomDate(),
    })),
  }
}

function randomBounds(random: Random): Bounds {
  if (random() < 0.05) return { south: -90, north: 90, west: -180, east: 180 }
  const { lat, lng } = randomPoint(random)
  if (random() < 0.2) {
    const size = pick(random, [0, 0.125, 1, 45])
    const [south, west] = [Math.floor(lat), Math.floor(lng)]
    return { south, north: south + size, west, east: west + size }
  }
  const [up, across] = [10 ** randomBetween(random, -2, 2), 10 ** randomBetween(random, -2, 2.4)]
  const bounds = { south: lat - up, north: lat + up, west: lng - across, east: lng + across }
  if (bounds.east - bounds.west >= 360 || random() < 0.5) return bounds
  // Maps write longitudes beyond 180 in two ways: above 180, or wrapped to -180.
  return {
    ...bounds,
    west: bounds.west < -180 ? bounds.west + 360 : bounds.west,
    east: bounds.east > 180 ? bounds.east - 360 : bounds.east,
  }
}

export function makeRandomQuestion(random: Random, { events, places, subscriptions }: RandomItems): Question {
  const filters = { activities: random() < 0.5 ? [] : pickSome(random), limit: pick(random, [1, 5, 20, 20, 60]) }
  const circle = { point: randomPoint(random), miles: pick(random, [1, 3, 15, 15, 50]) }
  const from = random() < 0.5 ? 0 : Math.floor(random() * maxTime)
  const kind = random()
  if (kind < 0.35) {
    const after = random() < 0.3 ? pick(random, events) : null
    return { kind: 'events in bounds', ...filters, bounds: randomBounds(random), from, to: random() < 0.7 ? maxTime : from + 300, after }
  }
  if (kind < 0.5)
    return { kind: 'places in bounds', ...filters, bounds: randomBounds(random), after: random() < 0.3 ? pick(random, places) : null }
  if (kind < 0.7) return { kind: 'nearest events', ...filters, ...circle, from }
  if (kind < 0.8) return { kind: 'nearest places', ...filters, ...circle }
  const event = { ...randomPoint(random), activity: pick(random, activities), start: Math.floor(random() * maxTime) }
  return {
    kind: 'matching subscriptions',
    event,
    after: random() < 0.2 ? pick(random, subscriptions).id : null,
    limit: pick(random, [5, 1000]),
  }
}

export function makeStatement(question: Question): SQL {
  switch (question.kind) {
    case 'events in bounds':
      return selectInBounds({ table: 'event_cells', ...question })
    case 'places in bounds':
      return selectInBounds({ table: 'place_cells', ...question })
    case 'nearest events':
      return selectNearest({ table: 'event_cells', ...question })
    case 'nearest places':
      return selectNearest({ table: 'place_cells', ...question })
    case 'matching subscriptions':
      return selectMatchingSubscriptions(question.event, question)
  }
}

const wrapDegrees = (degrees: number) => ((degrees % 360) + 360) % 360

/** A point is inside if, going east from the west edge, we reach the point before the east edge. */
const isInside = ({ lat, lng }: LatLng, { south, north, west, east }: Bounds) =>
  lat >= south && lat <= north && (east - west >= 360 || wrapDegrees(lng - west) <= wrapDegrees(east - west))

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const hasActivity = (wanted: readonly string[], own: readonly string[]) =>
  wanted.length === 0 || wanted.some((activity) => own.includes(activity))

const findNearest = (
  items: readonly Omit<LocatedEvent, 'day'>[],
  { point, miles, activities: wanted, limit }: Filters & { point: LatLng; miles: number },
) =>
  items
    .filter((item) => Math.abs(item.lat - point.lat) * 69 <= miles && hasActivity(wanted, item.activities))
    .map((item) => ({ ...item, miles: Number(milesBetween(point, item).toFixed(6)) }))
    .filter((item) => item.miles <= miles)
    .sort((a, b) => a.miles - b.miles || byId(a, b))
    .slice(0, limit)

/** The expected ids in order, found by checking every item. */
export function findExpectedIds({ events, places, subscriptions }: RandomItems, question: Question): string[] {
  const found = () => {
    switch (question.kind) {
      case 'events in bounds': {
        const { bounds, from, to, after, activities: wanted, limit } = question
        return events
          .filter((event) => event.start >= from && event.start < to && isInside(event, bounds) && hasActivity(wanted, event.activities))
          .filter(({ start, id }) => after === null || start > after.start || (start === after.start && id > after.id))
          .sort((a, b) => a.start - b.start || byId(a, b))
          .slice(0, limit)
      }
      case 'places in bounds': {
        const { bounds, after, activities: wanted, limit } = question
        return places
          .filter((place) => isInside(place, bounds) && hasActivity(wanted, place.activities) && (after === null || place.id > after.id))
          .sort(byId)
          .slice(0, limit)
      }
      case 'nearest events':
        return findNearest(
          events.filter(({ start }) => start >= question.from),
          question,
        )
      case 'nearest places':
        return findNearest(places, question)
      case 'matching subscriptions': {
        const { event, after, limit } = question
        return subscriptions
          .filter((subscription) => subscription.activities.includes(event.activity) && (after === null || subscription.id > after))
          .filter(({ startDate, endDate }) => (startDate ?? 0) <= event.start && (endDate ?? maxTime) >= event.start)
          .filter((subscription) => milesBetween(subscription, event) <= subscription.radius)
          .sort(byId)
          .slice(0, limit)
      }
    }
  }
  return found().map(({ id }) => id)
}
