import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LocatedEvent } from '../../domain/geo/contract.ts'
import { selectMatchingSubscriptions } from '../../worker/activity-subscriptions/select-matching.ts'
import { removeCells, writeCells } from '../../worker/geo/commands.ts'
import { selectInBounds, selectNearest } from '../../worker/geo/queries.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { randomBy } from '../setup/random-by.ts'
import { runStatements } from '../setup/run-statements.ts'
import { answerSlowly, askAnything, makeCrowd, statementFor } from './crowd.ts'

const db = openPrimary(env.DB)
const tables = ['event_cells', 'place_cells', 'person_cells', 'subscription_cells'] as const

beforeEach(async () => {
  await runStatements(
    db,
    tables.map((table) => sql`DELETE FROM ${sql.raw(table)}`),
  )
})

const run = async (...statements: SQL[]) => runStatements(db, statements)
async function ask(statement: SQL) {
  const [answer] = await runStatements<{ id: string; miles?: number }>(db, [statement])
  return { ids: answer?.results.map(({ id }) => id), rows: answer?.results ?? [], rowsRead: answer?.meta.rows_read ?? Number.NaN }
}
const countRows = async () => Promise.all(tables.map((table) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n')))

const austin = { lat: 30.26715, lng: -97.74306 }
const around = { south: 30, north: 30.5, west: -98, east: -97.5 }
const event = (id: string, changes: Partial<LocatedEvent> = {}): LocatedEvent => ({
  id,
  ...austin,
  start: 100,
  activities: ['padel'],
  ...changes,
})
const events = { table: 'event_cells', bounds: around, from: 0, limit: 20 } as const

describe('What is written', () => {
  it('is found by its own activity and by any, and after it was removed by none', async () => {
    const moves = [event('a'), event('b', { activities: ['chess'] })]
    await run(writeCells('event_cells', moves))
    expect((await ask(selectInBounds(events))).ids).toEqual(['a', 'b'])
    expect((await ask(selectInBounds({ ...events, activities: ['chess'] }))).ids).toEqual(['b'])
    expect((await ask(selectInBounds({ ...events, activities: ['golf'] }))).ids).toEqual([])
    await run(removeCells('event_cells', moves))
    expect(await countRows()).toEqual([0, 0, 0, 0])
  })

  it('moves with what it belongs to, in one batch', async () => {
    const place = { id: 'court', ...austin, activities: ['padel', 'tennis'] }
    const moved = { ...place, lat: 40.7, lng: -74 }
    await run(writeCells('place_cells', [place]))
    await run(removeCells('place_cells', [place]), writeCells('place_cells', [moved]))
    const inBounds = (lat: number, lng: number) =>
      ask(selectInBounds({ table: 'place_cells', bounds: { south: lat - 1, north: lat + 1, west: lng - 1, east: lng + 1 }, limit: 5 }))
    expect((await inBounds(austin.lat, austin.lng)).ids).toEqual([])
    expect((await inBounds(40.7, -74)).ids).toEqual(['court'])
  })

  it('within the same cells shows where it is now', async () => {
    await run(writeCells('place_cells', [{ id: 'court', ...austin, activities: [] }]))
    await run(writeCells('place_cells', [{ id: 'court', lat: austin.lat + 0.0001, lng: austin.lng, activities: [] }]))
    const { rows } = await ask(selectInBounds({ table: 'place_cells', bounds: around, limit: 5 }))
    expect(rows).toEqual([{ id: 'court', lat: austin.lat + 0.0001, lng: austin.lng }])
  })

  it('under a condition that does not hold is not written', async () => {
    await run(writeCells('event_cells', [event('a')], sql`1 = 2`))
    expect(await countRows()).toEqual([0, 0, 0, 0])
    await run(writeCells('event_cells', [event('a')]), removeCells('event_cells', [event('a')], sql`1 = 2`))
    expect((await ask(selectInBounds(events))).ids).toEqual(['a'])
  })

  it('costs the same to remove however many others there are', async () => {
    const others = Array.from({ length: 500 }, (_, index) => event(`other-${index}`, { start: index }))
    await run(writeCells('event_cells', [...others, event('a')]))
    const [removed] = await run(removeCells('event_cells', [event('a')]))
    expect(removed?.meta.changes).toBe(10)
    expect(removed?.meta.rows_read).toBeLessThan(60)
  })

  it('for a standing search is one row for each of its cells and activities', async () => {
    const search = { id: 's', ...austin, activities: ['padel', 'chess'], radius: 15, startDate: null, endDate: null }
    await run(writeCells('subscription_cells', [search]))
    const [, , , count] = await countRows()
    expect(count).toBeGreaterThan(2)
    expect(count).toBeLessThanOrEqual(24)
    await run(removeCells('subscription_cells', [search]))
    expect(await countRows()).toEqual([0, 0, 0, 0])
  })
})

describe('A view', () => {
  const many = Array.from({ length: 50 }, (_, index) =>
    event(`event-${String(index).padStart(2, '0')}`, { start: 100 + Math.floor(index / 4) }),
  )

  it('is paged through by its cursor: nothing twice, nothing left out, also where many start at once', async () => {
    await run(writeCells('event_cells', many))
    const seen: unknown[] = []
    for (let after: { start: number; id: string } | null = null, page = 0; page < 10; page += 1) {
      const { rows } = await ask(selectInBounds({ ...events, limit: 7, after }))
      seen.push(...rows.map(({ id }) => id))
      after = (rows.at(-1) ?? after) as { start: number; id: string } | null
    }
    expect(seen).toEqual(many.map(({ id }) => id))
  })

  it('shows what starts in its time', async () => {
    await run(writeCells('event_cells', many))
    expect((await ask(selectInBounds({ ...events, from: 111, limit: 2 }))).ids).toEqual(['event-44', 'event-45'])
    expect((await ask(selectInBounds({ ...events, to: 101 }))).ids).toEqual(['event-00', 'event-01', 'event-02', 'event-03'])
    const stale = { start: 50, id: 'event-99' }
    expect((await ask(selectInBounds({ ...events, from: 112, after: stale }))).ids).toEqual(['event-48', 'event-49'])
  })

  it('leaves out what is asked to be left out, before it counts', async () => {
    await run(writeCells('event_cells', many))
    expect((await ask(selectInBounds({ ...events, limit: 2, also: sql`spot.id > ${'event-10'}` }))).ids).toEqual(['event-11', 'event-12'])
  })

  it('of several activities shows whoever does both once', async () => {
    await run(
      writeCells('person_cells', [
        { id: 'p', ...austin, activities: ['padel', 'chess'] },
        { id: 'q', ...austin, activities: ['chess'] },
      ]),
    )
    const wanted = { table: 'person_cells', activities: ['padel', 'chess'], limit: 5 } as const
    expect((await ask(selectInBounds({ ...wanted, bounds: around }))).ids).toEqual(['p', 'q'])
    expect((await ask(selectNearest({ ...wanted, point: austin, miles: 15 }))).ids).toEqual(['p', 'q'])
  })

  it('reads little more than a page of a crowded place', async () => {
    const random = randomBy(6)
    const crowd = Array.from({ length: 2000 }, (_, index) =>
      event(`event-${index}`, { lat: 30 + random() / 2, lng: -98 + random() / 2, start: Math.floor(random() * 1e6) }),
    )
    await run(writeCells('event_cells', crowd))
    const { ids, rowsRead } = await ask(selectInBounds(events))
    expect(ids).toHaveLength(20)
    expect(rowsRead).toBeLessThan(200)
    expect((await ask(selectInBounds({ ...events, activities: ['padel', 'chess', 'golf'] }))).rowsRead).toBeLessThan(300)
    await run(writeCells('place_cells', crowd))
    const also = sql`EXISTS (SELECT 1 FROM place_cells other WHERE other.cell = spot.cell AND other.activity = '' AND other.id = spot.id)`
    expect((await ask(selectInBounds({ ...events, also }))).rowsRead).toBeLessThan(300)
  })
})

describe('The nearest', () => {
  it('come by distance, which is told, and only from within the miles', async () => {
    const north = (id: string, miles: number) => event(id, { lat: austin.lat + miles / 69.1 })
    await run(writeCells('event_cells', [north('far', 14), north('near', 0.5), north('beyond', 15.1), north('middling', 3)]))
    const { ids, rows } = await ask(selectNearest({ table: 'event_cells', point: austin, miles: 15, from: 0, limit: 20 }))
    expect(ids).toEqual(['near', 'middling', 'far'])
    expect(rows.map(({ miles }) => miles)).toEqual([0.5, 3, 14])
    expect((await ask(selectNearest({ table: 'event_cells', point: austin, miles: 15, from: 0, limit: 2 }))).ids).toEqual([
      'near',
      'middling',
    ])
    expect((await ask(selectNearest({ table: 'event_cells', point: austin, miles: 50, from: 101, limit: 2 }))).ids).toEqual([])
  })

  it('are found without reading what lies farther away', async () => {
    const random = randomBy(7)
    const far = Array.from({ length: 1500 }, (_, index) => event(`far-${index}`, { lat: austin.lat + 0.1 + random() / 20 }))
    const near = Array.from({ length: 30 }, (_, index) => event(`near-${index}`))
    await run(writeCells('event_cells', [...far, ...near]))
    const { ids, rowsRead } = await ask(selectNearest({ table: 'event_cells', point: austin, miles: 15, from: 0, limit: 20 }))
    expect(ids).toHaveLength(20)
    expect(rowsRead).toBeLessThan(300)
  })
})

describe('Standing searches', () => {
  const search = { id: 'a', ...austin, activities: ['padel'], radius: 15, startDate: null, endDate: null }
  const met = async (changes: { lat?: number; activity?: string; start?: number } = {}) =>
    (await ask(selectMatchingSubscriptions({ ...austin, activity: 'padel', start: 500, ...changes }, { limit: 10 }))).ids

  it('are met within their circle, activities and time, ends included', async () => {
    const timed = { ...search, id: 'timed', startDate: 500, endDate: 600 }
    await run(writeCells('subscription_cells', [search, timed]))
    expect(await met()).toEqual(['a', 'timed'])
    expect(await met({ start: 600 })).toEqual(['a', 'timed'])
    expect(await met({ start: 499 })).toEqual(['a'])
    expect(await met({ start: 601 })).toEqual(['a'])
    expect(await met({ activity: 'chess' })).toEqual([])
    expect(await met({ lat: austin.lat + 14.9 / 69.1 })).toEqual(['a', 'timed'])
    expect(await met({ lat: austin.lat + 15.1 / 69.1 })).toEqual([])
  })

  it('are read in pages', async () => {
    await run(
      writeCells(
        'subscription_cells',
        ['a', 'b', 'c'].map((id, index) => ({ ...search, id, radius: 1 + index * 20 })),
      ),
    )
    const event = { ...austin, activity: 'padel', start: 500 }
    expect((await ask(selectMatchingSubscriptions(event, { limit: 2 }))).ids).toEqual(['a', 'b'])
    expect((await ask(selectMatchingSubscriptions(event, { limit: 2, after: 'b' }))).ids).toEqual(['c'])
  })
})

it('Whatever is asked is answered as by looking at everything, at the date line and the poles too', async () => {
  const random = randomBy(8)
  const crowd = makeCrowd(random, 3000)
  for (let from = 0; from < 3000; from += 250) {
    await run(
      writeCells('event_cells', crowd.events.slice(from, from + 250)),
      writeCells('place_cells', crowd.places.slice(from, from + 250)),
      writeCells('subscription_cells', crowd.searches.slice(from, from + 250)),
    )
  }
  const questions = Array.from({ length: 400 }, () => askAnything(random, crowd))
  const answers = await runStatements<{ id: string }>(db, questions.map(statementFor))
  for (const [index, question] of questions.entries()) {
    const ids = answers[index]?.results.map(({ id }) => id)
    expect(ids, JSON.stringify(question)).toEqual(answerSlowly(crowd, question))
  }
})
