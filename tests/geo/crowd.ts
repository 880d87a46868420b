import type { SQL } from 'drizzle-orm'
import type { Bounds, LatLng, LocatedEvent, LocatedSearch } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { type EventToMatch, selectMatchingSubscriptions } from '../../worker/activity-subscriptions/select-matching.ts'
import { selectInBounds, selectNearest } from '../../worker/geo/queries.ts'

/** Things all over the world, questions about them, and their answers found the slow way: by looking at every one. */
export type Crowd = { events: LocatedEvent[]; places: LocatedEvent[]; searches: LocatedSearch[] }

type Asked = { activities: string[]; limit: number }
export type Question =
  | (Asked & { kind: 'events in bounds'; bounds: Bounds; from: number; to: number; after: { start: number; id: string } | null })
  | (Asked & { kind: 'places in bounds'; bounds: Bounds; after: { id: string } | null })
  | (Asked & { kind: 'nearest events'; point: LatLng; miles: number; from: number })
  | (Asked & { kind: 'nearest places'; point: LatLng; miles: number })
  | { kind: 'searches met'; event: EventToMatch; after: string | null; limit: number }

type Random = () => number
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const between = (random: Random, least: number, most: number) => least + random() * (most - least)
const maxTime = 1000
const activities = ['padel', 'chess', 'tennis', 'golf']
const anyOf = (random: Random) => activities.filter(() => random() < 0.4)

/** Where maps go wrong: the date line, the poles, and corners of cells (eighths of a degree are exact and on many edges). */
const centers: LatLng[] = [
  { lat: 40.7, lng: -74 },
  { lat: -16.8, lng: 179.99 },
  { lat: 66, lng: -180 },
  { lat: 89.9, lng: 30 },
  { lat: -89.9, lng: -100 },
  { lat: 0, lng: 0 },
  { lat: 45, lng: -90 },
]
const onEdge = (random: Random, most: number) =>
  pick(random, [-most, most, Math.round(between(random, -most, most)), pick(random, [-45, 0, 45])])

function anyPoint(random: Random): LatLng {
  const kind = random()
  if (kind < 0.2) return { lat: onEdge(random, 90), lng: onEdge(random, 180) }
  if (kind < 0.4) return { lat: between(random, -90, 90), lng: between(random, -180, 180) }
  const { lat, lng } = pick(random, centers)
  const far = 10 ** between(random, -3, 0.5)
  const shifted = lng + between(random, -far, far)
  return {
    lat: Math.min(90, Math.max(-90, lat + between(random, -far, far))),
    lng: shifted > 180 ? shifted - 360 : shifted < -180 ? shifted + 360 : shifted,
  }
}

export function makeCrowd(random: Random, size: number): Crowd {
  const thing = (_: unknown, index: number) => ({ id: `thing-${index}`, ...anyPoint(random), start: Math.floor(random() * maxTime) })
  const date = () => (random() < 0.5 ? null : Math.floor(random() * maxTime))
  return {
    events: Array.from({ length: size }, thing).map((event) => ({ ...event, activities: [pick(random, activities)] })),
    places: Array.from({ length: size }, thing).map((place) => ({ ...place, activities: anyOf(random) })),
    searches: Array.from({ length: size }, thing).map(({ start: _, ...search }) => ({
      ...search,
      activities: anyOf(random),
      radius: 1 + Math.floor(random() * 50),
      startDate: date(),
      endDate: date(),
    })),
  }
}

function anyBounds(random: Random): Bounds {
  if (random() < 0.05) return { south: -90, north: 90, west: -180, east: 180 }
  const { lat, lng } = anyPoint(random)
  if (random() < 0.2) {
    const size = pick(random, [0, 0.125, 1, 45])
    const [south, west] = [Math.floor(lat), Math.floor(lng)]
    return { south, north: south + size, west, east: west + size }
  }
  const [up, across] = [10 ** between(random, -2, 2), 10 ** between(random, -2, 2.4)]
  const bounds = { south: lat - up, north: lat + up, west: lng - across, east: lng + across }
  if (bounds.east - bounds.west >= 360 || random() < 0.5) return bounds
  // Maps tell longitudes in either way: going on behind 180, or beginning anew.
  return {
    ...bounds,
    west: bounds.west < -180 ? bounds.west + 360 : bounds.west,
    east: bounds.east > 180 ? bounds.east - 360 : bounds.east,
  }
}

export function askAnything(random: Random, { events, places, searches }: Crowd): Question {
  const asked = { activities: random() < 0.5 ? [] : anyOf(random), limit: pick(random, [1, 5, 20, 20, 60]) }
  const circle = { point: anyPoint(random), miles: pick(random, [1, 3, 15, 15, 50]) }
  const from = random() < 0.5 ? 0 : Math.floor(random() * maxTime)
  const kind = random()
  if (kind < 0.35) {
    const after = random() < 0.3 ? pick(random, events) : null
    return { kind: 'events in bounds', ...asked, bounds: anyBounds(random), from, to: random() < 0.7 ? maxTime : from + 300, after }
  }
  if (kind < 0.5)
    return { kind: 'places in bounds', ...asked, bounds: anyBounds(random), after: random() < 0.3 ? pick(random, places) : null }
  if (kind < 0.7) return { kind: 'nearest events', ...asked, ...circle, from }
  if (kind < 0.8) return { kind: 'nearest places', ...asked, ...circle }
  const event = { ...anyPoint(random), activity: pick(random, activities), start: Math.floor(random() * maxTime) }
  return { kind: 'searches met', event, after: random() < 0.2 ? pick(random, searches).id : null, limit: pick(random, [5, 1000]) }
}

export function statementFor(question: Question): SQL {
  switch (question.kind) {
    case 'events in bounds':
      return selectInBounds({ table: 'event_cells', ...question })
    case 'places in bounds':
      return selectInBounds({ table: 'place_cells', ...question })
    case 'nearest events':
      return selectNearest({ table: 'event_cells', ...question })
    case 'nearest places':
      return selectNearest({ table: 'place_cells', ...question })
    case 'searches met':
      return selectMatchingSubscriptions(question.event, question)
  }
}

const turn = (degrees: number) => ((degrees % 360) + 360) % 360

/** Going east from the west, one comes past it before the east. */
const isIn = ({ lat, lng }: LatLng, { south, north, west, east }: Bounds) =>
  lat >= south && lat <= north && (east - west >= 360 || turn(lng - west) <= turn(east - west))

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const does = (wanted: readonly string[], own: readonly string[]) => wanted.length === 0 || wanted.some((activity) => own.includes(activity))

const nearest = (things: readonly LocatedEvent[], { point, miles, activities: wanted, limit }: Asked & { point: LatLng; miles: number }) =>
  things
    .filter((thing) => Math.abs(thing.lat - point.lat) * 69 <= miles && does(wanted, thing.activities))
    .map((thing) => ({ ...thing, miles: Number(milesBetween(point, thing).toFixed(6)) }))
    .filter((thing) => thing.miles <= miles)
    .sort((a, b) => a.miles - b.miles || byId(a, b))
    .slice(0, limit)

/** The ids that are the answer, in order. */
export function answerSlowly({ events, places, searches }: Crowd, question: Question): string[] {
  const found = () => {
    switch (question.kind) {
      case 'events in bounds': {
        const { bounds, from, to, after, activities: wanted, limit } = question
        return events
          .filter((event) => event.start >= from && event.start < to && isIn(event, bounds) && does(wanted, event.activities))
          .filter(({ start, id }) => after === null || start > after.start || (start === after.start && id > after.id))
          .sort((a, b) => a.start - b.start || byId(a, b))
          .slice(0, limit)
      }
      case 'places in bounds': {
        const { bounds, after, activities: wanted, limit } = question
        return places
          .filter((place) => isIn(place, bounds) && does(wanted, place.activities) && (after === null || place.id > after.id))
          .sort(byId)
          .slice(0, limit)
      }
      case 'nearest events':
        return nearest(
          events.filter(({ start }) => start >= question.from),
          question,
        )
      case 'nearest places':
        return nearest(places, question)
      case 'searches met': {
        const { event, after, limit } = question
        return searches
          .filter((search) => search.activities.includes(event.activity) && (after === null || search.id > after))
          .filter(({ startDate, endDate }) => (startDate ?? 0) <= event.start && (endDate ?? maxTime) >= event.start)
          .filter((search) => milesBetween(search, event) <= search.radius)
          .sort(byId)
          .slice(0, limit)
      }
    }
  }
  return found().map(({ id }) => id)
}
