import type { LocatedEvent, LocatedSubscription } from '../../domain/geo/contract.ts'
import { chooseCountGrid } from '../../domain/geo/count-grid.ts'
import { selectMatchingSubscriptions } from '../../worker/activity-subscriptions/select-matching.ts'
import { selectCounts } from '../../worker/discover/count-games.ts'
import { maxGamesRead } from '../../worker/discover/map.ts'
import { maxItemsRead, selectItemCounts } from '../../worker/geo/map-items.ts'
import { selectInBounds, selectNearest } from '../../worker/geo/queries.ts'
import { placeCounts } from '../../worker/places/schema.ts'
import { findExpectedIds, makeRandomItems, makeRandomQuestion, makeStatement } from '../geo/random-items.ts'
import { makeRandom } from '../setup/make-random.ts'
import type { Figure } from './setup/figure.ts'
import { openGeoDatabase } from './setup/geo-database.ts'
import { boxAround, makeEvents, nation, now, points, views } from './setup/geo-world.ts'
import { median } from './setup/median.ts'
import { once } from './setup/shared.ts'

const table = 'event_cells'
const pageSize = 20

/** Yields only upcoming events, because the product stores only those in cells. */
function* listUpcoming(count: number): Generator<LocatedEvent> {
  for (const { activity, ...event } of makeEvents(count))
    if (event.start >= now) yield { ...event, day: Math.floor(event.start / 86_400), activities: [activity] }
}

const openFilled = async (count: number) => {
  const database = await openGeoDatabase()
  await database.fill(table, [...listUpcoming(count)])
  return database
}
const openMillion = once(() => openFilled(1_000_000))

type SearchCost = { what: string; rowsRead: number }

const findWorst = (reads: readonly SearchCost[]) => reads.reduce((max, read) => (read.rowsRead > max.rowsRead ? read : max))
const medianRowsRead = (reads: readonly SearchCost[]) => median(reads.map(({ rowsRead }) => rowsRead))
const describeReads = (reads: readonly SearchCost[]) => `${medianRowsRead(reads)} rows, at most ${findWorst(reads).rowsRead}`

/** Reads the first page of each view around each point, and of the whole country. */
async function readBounds({ ask }: Awaited<ReturnType<typeof openFilled>>, activities: string[] = []): Promise<SearchCost[]> {
  const searches = listViews()
  const answers = await ask(searches.map(({ bounds }) => selectInBounds({ table, bounds, activities, from: now, limit: pageSize })))
  return searches.map(({ what }, index) => ({ what, rowsRead: answers[index]?.rowsRead ?? Number.NaN }))
}

const noCountFilters = { activities: [], withoutActivities: [] }

/** The views around each point, and the whole country. */
const listViews = () => [
  ...Object.entries(views).flatMap(([what, miles]) =>
    Object.values(points)
      .flat()
      .map((point) => ({ what, bounds: boxAround(point, miles) })),
  ),
  { what: 'nation', bounds: nation },
]

type Answer = { rows: Record<string, unknown>[]; rowsRead: number } | undefined

/** The rows of the counts, and of the single items if they are few. Each item also costs the row of its card. */
function sumMapRows(counts: Answer, items: Answer, maxRead: number): number {
  const total = (counts?.rows ?? []).reduce((sum, { count }) => sum + Number(count), 0)
  const single = total > 0 && total <= maxRead ? (items?.rowsRead ?? Number.NaN) + (items?.rows.length ?? 0) : 0
  return (counts?.rowsRead ?? Number.NaN) + single
}

/** What the map of each view reads: the counts, and the games themselves if they are few. */
async function readMap({ ask }: Awaited<ReturnType<typeof openFilled>>): Promise<SearchCost[]> {
  const searches = listViews()
  const days = [{ day: 0, sign: 1 as const }]
  const counts = await ask(
    searches.map(({ bounds }) => selectCounts({ filters: noCountFilters, isPast: false }, chooseCountGrid(bounds, 1), days)),
  )
  const games = await ask(searches.map(({ bounds }) => selectInBounds({ table, bounds, from: now, limit: maxGamesRead })))
  return searches.map(({ what }, index) => ({ what, rowsRead: sumMapRows(counts[index], games[index], maxGamesRead) }))
}

const maxPlaceActivities = 3

/** More places than the country has courts, around the same cities, each with one to three activities. */
const openPlaces = once(async () => {
  const random = makeRandom(6)
  const database = await openGeoDatabase()
  const places = Array.from(makeEvents(300_000), ({ id, lat, lng, activity }) => {
    const others = Array.from({ length: Math.floor(random() * maxPlaceActivities) }, () => `activity-${Math.floor(random() * 24)}`)
    return { id, lat, lng, activities: [...new Set([activity, ...others])] }
  })
  await database.fill('place_cells', places)
  return database
})

/** What the map of places reads in each view: the counts, and the places themselves if they are few. */
const readMapOfPlaces = once(async (): Promise<SearchCost[]> => {
  const { ask } = await openPlaces()
  const searches = listViews().flatMap((view) => [[], ['activity-7']].map((activities) => ({ ...view, activities })))
  const counts = await ask(
    searches.map(({ bounds, activities: [activity = ''] }) => selectItemCounts(placeCounts, activity, chooseCountGrid(bounds, 1))),
  )
  const places = await ask(
    searches.map(({ bounds, activities }) => selectInBounds({ table: 'place_cells', bounds, activities, limit: maxItemsRead })),
  )
  return searches.map(({ what, activities }, index) => ({
    what: activities.length > 0 ? `${what}, one activity` : what,
    rowsRead: sumMapRows(counts[index], places[index], maxItemsRead),
  }))
})

const readMapOfMillion = once(async () => readMap(await openMillion()))

const readMillion = once(async () => readBounds(await openMillion()))

const readNearest = once(async () => {
  const { ask } = await openMillion()
  const searches = Object.entries(points).flatMap(([what, list]) => list.map((point) => ({ what, point })))
  const answers = await ask(searches.map(({ point }) => selectNearest({ table, point, miles: 15, from: now, limit: pageSize })))
  return searches.map(({ what }, index) => ({ what, rowsRead: answers[index]?.rowsRead ?? Number.NaN }))
})

const describeGroups = (reads: readonly SearchCost[]) =>
  [...Map.groupBy(reads, ({ what }) => what)].map(([what, some]) => `${what}: ${describeReads(some)}`)

const subscriptions = 100_000
const newEvents = 300

/** Makes saved searches around the same cities, each for 1 to 5 of the 24 activities. One in five of them is limited to 60 days. */
function makeSearches(): LocatedSubscription[] {
  const random = makeRandom(4)
  const day = 86_400
  return Array.from(makeEvents(subscriptions), ({ id, lat, lng }) => {
    const startDate = random() < 0.2 ? now + Math.floor((random() - 0.5) * 60 * day) : null
    const wanted = Array.from({ length: 1 + Math.floor(random() * 5) }, () => `activity-${Math.floor(random() * 24)}`)
    const radius = 1 + Math.floor(random() * 50)
    return { id, lat, lng, radius, activities: [...new Set(wanted)], startDate, endDate: startDate && startDate + 60 * day }
  })
}

const questions = 10_000
const questionsAtOnce = 50

export const figures: Figure[] = [
  {
    name: 'bounds-rows-read-median',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: true,
    measure: async () => {
      const reads = await readMillion()
      const notes = [...describeGroups(reads), `with one activity: ${describeReads(await readBounds(await openMillion(), ['activity-7']))}`]
      return { value: medianRowsRead(reads), notes }
    },
  },
  {
    name: 'bounds-rows-read-worst',
    unit: 'rows read',
    goal: { atMost: 2000 },
    gating: true,
    measure: async () => findWorst(await readMillion()).rowsRead,
  },
  {
    name: 'map-rows-read-median',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: true,
    measure: async () => {
      const reads = await readMapOfMillion()
      return { value: medianRowsRead(reads), notes: describeGroups(reads) }
    },
  },
  {
    name: 'map-rows-read-worst',
    unit: 'rows read',
    goal: { atMost: 2000 },
    gating: true,
    measure: async () => findWorst(await readMapOfMillion()).rowsRead,
  },
  {
    name: 'places-map-rows-read-median',
    unit: 'rows read',
    goal: { atMost: 250 },
    gating: true,
    measure: async () => {
      const reads = await readMapOfPlaces()
      return { value: medianRowsRead(reads), notes: describeGroups(reads) }
    },
  },
  {
    name: 'places-map-rows-read-worst',
    unit: 'rows read',
    goal: { atMost: 2000 },
    gating: true,
    measure: async () => findWorst(await readMapOfPlaces()).rowsRead,
  },
  {
    name: 'bounds-growth',
    unit: 'times the rows read, for ten times the events',
    goal: { atMost: 2.5 },
    gating: true,
    measure: async () => {
      const maxOfFewEvents = findWorst(await readBounds(await openFilled(100_000))).rowsRead
      return {
        value: findWorst(await readMillion()).rowsRead / maxOfFewEvents,
        notes: [`at most ${maxOfFewEvents} rows of a hundred thousand events`],
      }
    },
  },
  {
    name: 'nearest-rows-read-median',
    unit: 'rows read',
    goal: { atMost: 620 },
    gating: true,
    measure: async () => {
      const reads = await readNearest()
      return { value: medianRowsRead(reads.filter(({ what }) => what === 'dense')), notes: describeGroups(reads) }
    },
  },
  {
    name: 'nearest-rows-read-worst',
    unit: 'rows read',
    goal: { atMost: 1000 },
    gating: true,
    measure: async () => findWorst(await readNearest()).rowsRead,
  },
  {
    name: 'subscription-match-rows-read',
    unit: 'rows read per subscriber found',
    goal: { atMost: 4 },
    gating: true,
    measure: async () => {
      const { fill, ask } = await openGeoDatabase()
      await fill('subscription_cells', makeSearches())
      // The first events gave the searches their locations, so we use the events after them.
      const events = [...makeEvents(subscriptions + newEvents)]
        .slice(subscriptions)
        .map((event) => ({ ...event, start: Math.max(now, event.start) }))
      const answers = await ask(events.map((event) => selectMatchingSubscriptions(event, { limit: subscriptions })))
      const found = answers.reduce((sum, { rows }) => sum + rows.length, 0)
      const read = answers.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
      return {
        value: read / found,
        notes: [`${newEvents} events matched ${found} of ${subscriptions} subscriptions and read ${read} rows`],
      }
    },
  },
  {
    name: 'geo-differences',
    unit: `of ${questions} random questions with a different answer than a full scan`,
    goal: { atMost: 0 },
    gating: true,
    measure: async () => {
      const random = makeRandom(5)
      const crowd = makeRandomItems(random, 10_000)
      const { fill, ask } = await openGeoDatabase()
      await fill('event_cells', crowd.events)
      await fill('place_cells', crowd.places)
      await fill('subscription_cells', crowd.subscriptions)
      let [differences, returned] = [0, 0]
      for (let done = 0; done < questions; done += questionsAtOnce) {
        const batch = Array.from({ length: questionsAtOnce }, () => makeRandomQuestion(random, crowd))
        const answers = await ask(batch.map(makeStatement))
        for (const [index, question] of batch.entries()) {
          const ids = answers[index]?.rows.map(({ id }) => id) ?? []
          returned += ids.length
          if (JSON.stringify(ids) !== JSON.stringify(findExpectedIds(crowd, question))) differences += 1
        }
      }
      return { value: differences, notes: [`${returned} rows in all answers`] }
    },
  },
]
