import type { LocatedEvent, LocatedSearch } from '../../domain/geo/contract.ts'
import { selectMatchingSubscriptions } from '../../worker/activity-subscriptions/select-matching.ts'
import { selectInBounds, selectNearest } from '../../worker/geo/queries.ts'
import { answerSlowly, askAnything, makeCrowd, statementFor } from '../geo/crowd.ts'
import { randomBy } from '../setup/random-by.ts'
import type { Figure } from './setup/figure.ts'
import { openGeoDatabase } from './setup/geo-database.ts'
import { boxAround, makeEvents, nation, now, points, views } from './setup/geo-world.ts'
import { median } from './setup/median.ts'
import { once } from './setup/shared.ts'

const table = 'event_cells'
const pageSize = 20

/** The product keeps only those to come in cells. */
function* listToCome(count: number): Generator<LocatedEvent> {
  for (const { activity, ...event } of makeEvents(count)) if (event.start >= now) yield { ...event, activities: [activity] }
}

const fillWith = async (count: number) => {
  const database = await openGeoDatabase()
  await database.fill(table, [...listToCome(count)])
  return database
}
const million = once(() => fillWith(1_000_000))

type Read = { what: string; rowsRead: number }

const worstOf = (reads: readonly Read[]) => reads.reduce((most, read) => (read.rowsRead > most.rowsRead ? read : most))
const medianOf = (reads: readonly Read[]) => median(reads.map(({ rowsRead }) => rowsRead))
const tell = (reads: readonly Read[]) => `${medianOf(reads)} rows, at most ${worstOf(reads).rowsRead}`

/** The first page of each view of each point, and of the nation. */
async function readBounds({ ask }: Awaited<ReturnType<typeof fillWith>>, activities: string[] = []): Promise<Read[]> {
  const boxes = Object.entries(views).flatMap(([view, miles]) =>
    Object.values(points)
      .flat()
      .map((point) => ({ what: view, bounds: boxAround(point, miles) })),
  )
  const asked = [...boxes, { what: 'nation', bounds: nation }]
  const answers = await ask(asked.map(({ bounds }) => selectInBounds({ table, bounds, activities, from: now, limit: pageSize })))
  return asked.map(({ what }, index) => ({ what, rowsRead: answers[index]?.rowsRead ?? Number.NaN }))
}

const readMillion = once(async () => readBounds(await million()))

const readNearest = once(async () => {
  const { ask } = await million()
  const asked = Object.entries(points).flatMap(([what, list]) => list.map((point) => ({ what, point })))
  const answers = await ask(asked.map(({ point }) => selectNearest({ table, point, miles: 15, from: now, limit: pageSize })))
  return asked.map(({ what }, index) => ({ what, rowsRead: answers[index]?.rowsRead ?? Number.NaN }))
})

const tellEach = (reads: readonly Read[]) => [...Map.groupBy(reads, ({ what }) => what)].map(([what, some]) => `${what}: ${tell(some)}`)

const subscriptions = 100_000
const newEvents = 300

/** Standing searches around the same cities: for 1 to 5 of the 24 activities, one in five of them for 60 days. */
function listSearches(): LocatedSearch[] {
  const random = randomBy(4)
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
      const notes = [...tellEach(reads), `of one activity: ${tell(await readBounds(await million(), ['activity-7']))}`]
      return { value: medianOf(reads), notes }
    },
  },
  {
    name: 'bounds-rows-read-worst',
    unit: 'rows read',
    goal: { atMost: 2000 },
    gating: true,
    measure: async () => worstOf(await readMillion()).rowsRead,
  },
  {
    name: 'bounds-growth',
    unit: 'times the rows read, for ten times the events',
    goal: { atMost: 2.5 },
    gating: true,
    measure: async () => {
      const few = worstOf(await readBounds(await fillWith(100_000))).rowsRead
      return { value: worstOf(await readMillion()).rowsRead / few, notes: [`at most ${few} rows of a hundred thousand events`] }
    },
  },
  {
    name: 'nearest-rows-read-median',
    unit: 'rows read',
    goal: { atMost: 620 },
    gating: true,
    measure: async () => {
      const reads = await readNearest()
      return { value: medianOf(reads.filter(({ what }) => what === 'dense')), notes: tellEach(reads) }
    },
  },
  {
    name: 'nearest-rows-read-worst',
    unit: 'rows read',
    goal: { atMost: 1000 },
    gating: true,
    measure: async () => worstOf(await readNearest()).rowsRead,
  },
  {
    name: 'subscription-match-rows-read',
    unit: 'rows read per subscriber found',
    goal: { atMost: 4 },
    gating: true,
    measure: async () => {
      const { fill, ask } = await openGeoDatabase()
      await fill('subscription_cells', listSearches())
      // The events behind those whose places the searches have.
      const events = [...makeEvents(subscriptions + newEvents)]
        .slice(subscriptions)
        .map((event) => ({ ...event, start: Math.max(now, event.start) }))
      const answers = await ask(events.map((event) => selectMatchingSubscriptions(event, { limit: subscriptions })))
      const found = answers.reduce((sum, { rows }) => sum + rows.length, 0)
      const read = answers.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
      return { value: read / found, notes: [`${newEvents} events met ${found} of ${subscriptions} subscriptions and read ${read} rows`] }
    },
  },
  {
    name: 'geo-differences',
    unit: `of ${questions} random questions answered otherwise than by looking at everything`,
    goal: { atMost: 0 },
    gating: true,
    measure: async () => {
      const random = randomBy(5)
      const crowd = makeCrowd(random, 10_000)
      const { fill, ask } = await openGeoDatabase()
      await fill('event_cells', crowd.events)
      await fill('place_cells', crowd.places)
      await fill('subscription_cells', crowd.searches)
      let [differences, returned] = [0, 0]
      for (let asked = 0; asked < questions; asked += questionsAtOnce) {
        const some = Array.from({ length: questionsAtOnce }, () => askAnything(random, crowd))
        const answers = await ask(some.map(statementFor))
        for (const [index, question] of some.entries()) {
          const ids = answers[index]?.rows.map(({ id }) => id) ?? []
          returned += ids.length
          if (JSON.stringify(ids) !== JSON.stringify(answerSlowly(crowd, question))) differences += 1
        }
      }
      return { value: differences, notes: [`${returned} rows in all answers`] }
    },
  },
]
