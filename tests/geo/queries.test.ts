import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LocatedEvent } from '../../domain/geo/contract.ts'
import { selectMatchingSubscriptions } from '../../worker/activity-subscriptions/select-matching.ts'
import { removeCells, writeCells } from '../../worker/geo/commands.ts'
import { selectInBounds, selectNearest } from '../../worker/geo/queries.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'
import { findExpectedIds, makeRandomItems, makeRandomQuestion, makeStatement } from './random-items.ts'

const db = openPrimary(env.DB)
const tables = ['event_cells', 'place_cells', 'person_cells', 'subscription_cells'] as const

beforeEach(async () => {
  await runStatements(
    db,
    tables.map((table) => sql`DELETE FROM ${sql.raw(table)}`),
  )
})

const run = async (...statements: SQL[]) => runStatements(db, statements)
async function query(statement: SQL) {
  const [answer] = await runStatements<{ id: string; miles?: number }>(db, [statement])
  return { ids: answer?.results.map(({ id }) => id), rows: answer?.results ?? [], rowsRead: answer?.meta.rows_read ?? Number.NaN }
}
const countRows = async () => Promise.all(tables.map((table) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n')))

const austin = { lat: 30.26715, lng: -97.74306 }
const bounds = { south: 30, north: 30.5, west: -98, east: -97.5 }
const makeEvent = (id: string, changes: Partial<LocatedEvent> = {}): LocatedEvent => ({
  id,
  ...austin,
  start: 100,
  day: 20_000,
  activities: ['padel'],
  ...changes,
})
const eventSearch = { table: 'event_cells', bounds: bounds, from: 0, limit: 20 } as const

describe('The cell index', () => {
  it('finds an item by its own activity and by any, until it is removed', async () => {
    const moves = [makeEvent('a'), makeEvent('b', { activities: ['chess'] })]
    await run(writeCells('event_cells', moves))
    expect((await query(selectInBounds(eventSearch))).ids).toEqual(['a', 'b'])
    expect((await query(selectInBounds({ ...eventSearch, activities: ['chess'] }))).ids).toEqual(['b'])
    expect((await query(selectInBounds({ ...eventSearch, activities: ['golf'] }))).ids).toEqual([])
    await run(removeCells('event_cells', moves))
    expect(await countRows()).toEqual([0, 0, 0, 0])
  })

  it('moves an item in one batch', async () => {
    const place = { id: 'court', ...austin, activities: ['padel', 'tennis'] }
    const moved = { ...place, lat: 40.7, lng: -74 }
    await run(writeCells('place_cells', [place]))
    await run(removeCells('place_cells', [place]), writeCells('place_cells', [moved]))
    const inBounds = (lat: number, lng: number) =>
      query(selectInBounds({ table: 'place_cells', bounds: { south: lat - 1, north: lat + 1, west: lng - 1, east: lng + 1 }, limit: 5 }))
    expect((await inBounds(austin.lat, austin.lng)).ids).toEqual([])
    expect((await inBounds(40.7, -74)).ids).toEqual(['court'])
  })

  it('updates the location of an item that stays in the same cells', async () => {
    await run(writeCells('place_cells', [{ id: 'court', ...austin, activities: [] }]))
    await run(writeCells('place_cells', [{ id: 'court', lat: austin.lat + 0.0001, lng: austin.lng, activities: [] }]))
    const { rows } = await query(selectInBounds({ table: 'place_cells', bounds: bounds, limit: 5 }))
    expect(rows).toEqual([{ id: 'court', lat: austin.lat + 0.0001, lng: austin.lng }])
  })

  it('stays unchanged if the condition is false', async () => {
    await run(writeCells('event_cells', [makeEvent('a')], sql`1 = 2`))
    expect(await countRows()).toEqual([0, 0, 0, 0])
    await run(writeCells('event_cells', [makeEvent('a')]), removeCells('event_cells', [makeEvent('a')], sql`1 = 2`))
    expect((await query(selectInBounds(eventSearch))).ids).toEqual(['a'])
  })

  it('removes an item without reading the others', async () => {
    const others = Array.from({ length: 500 }, (_, index) => makeEvent(`other-${index}`, { start: index }))
    await run(writeCells('event_cells', [...others, makeEvent('a')]))
    const [before] = await countRows()
    const [removed] = await run(removeCells('event_cells', [makeEvent('a')]))
    const [after] = await countRows()
    expect(Number(before) - Number(after)).toBe(10)
    // Most of these are rows of the counts of its cells.
    expect(removed?.meta.rows_read).toBeLessThan(500)
  })

  it('has one row per cell and activity of a subscription', async () => {
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
    makeEvent(`event-${String(index).padStart(2, '0')}`, { start: 100 + Math.floor(index / 4) }),
  )

  it('is read page by page without duplicates or gaps, even if many events start at the same time', async () => {
    await run(writeCells('event_cells', many))
    const ids: unknown[] = []
    for (let after: { start: number; id: string } | null = null, page = 0; page < 10; page += 1) {
      const { rows } = await query(selectInBounds({ ...eventSearch, limit: 7, after }))
      ids.push(...rows.map(({ id }) => id))
      after = (rows.at(-1) ?? after) as { start: number; id: string } | null
    }
    expect(ids).toEqual(many.map(({ id }) => id))
  })

  it('shows events that start in the given period', async () => {
    await run(writeCells('event_cells', many))
    expect((await query(selectInBounds({ ...eventSearch, from: 111, limit: 2 }))).ids).toEqual(['event-44', 'event-45'])
    expect((await query(selectInBounds({ ...eventSearch, to: 101 }))).ids).toEqual(['event-00', 'event-01', 'event-02', 'event-03'])
    const stale = { start: 50, id: 'event-99' }
    expect((await query(selectInBounds({ ...eventSearch, from: 112, after: stale }))).ids).toEqual(['event-48', 'event-49'])
  })

  it('of several activities shows an item with both only once', async () => {
    await run(
      writeCells('person_cells', [
        { id: 'p', ...austin, activities: ['padel', 'chess'] },
        { id: 'q', ...austin, activities: ['chess'] },
      ]),
    )
    const wanted = { table: 'person_cells', activities: ['padel', 'chess'], limit: 5 } as const
    expect((await query(selectInBounds({ ...wanted, bounds: bounds }))).ids).toEqual(['p', 'q'])
    expect((await query(selectNearest({ ...wanted, point: austin, miles: 15 }))).ids).toEqual(['p', 'q'])
  })

  it('reads few rows more than a page, even in a crowded area', async () => {
    const random = makeRandom(6)
    const crowd = Array.from({ length: 2000 }, (_, index) =>
      makeEvent(`event-${index}`, { lat: 30 + random() / 2, lng: -98 + random() / 2, start: Math.floor(random() * 1e6) }),
    )
    await run(writeCells('event_cells', crowd))
    const { ids, rowsRead } = await query(selectInBounds(eventSearch))
    expect(ids).toHaveLength(20)
    // At most 16 cells cover a view, and one more row of each is read.
    expect(rowsRead).toBeLessThanOrEqual(20 + 16)
    expect((await query(selectInBounds({ ...eventSearch, activities: ['padel', 'chess', 'golf'] }))).rowsRead).toBeLessThan(50)
  })
})

describe('The nearest items', () => {
  it('are sorted by distance and lie within the radius', async () => {
    const north = (id: string, miles: number) => makeEvent(id, { lat: austin.lat + miles / 69.1 })
    await run(writeCells('event_cells', [north('far', 14), north('near', 0.5), north('beyond', 15.1), north('middling', 3)]))
    const { ids, rows } = await query(selectNearest({ table: 'event_cells', point: austin, miles: 15, from: 0, limit: 20 }))
    expect(ids).toEqual(['near', 'middling', 'far'])
    expect(rows.map(({ miles }) => miles)).toEqual([0.5, 3, 14])
    expect((await query(selectNearest({ table: 'event_cells', point: austin, miles: 15, from: 0, limit: 2 }))).ids).toEqual([
      'near',
      'middling',
    ])
    expect((await query(selectNearest({ table: 'event_cells', point: austin, miles: 50, from: 101, limit: 2 }))).ids).toEqual([])
  })

  it('are found without reading items farther away', async () => {
    const random = makeRandom(7)
    const farItems = Array.from({ length: 1500 }, (_, index) => makeEvent(`far-${index}`, { lat: austin.lat + 0.1 + random() / 20 }))
    const nearItems = Array.from({ length: 30 }, (_, index) => makeEvent(`near-${index}`))
    await run(writeCells('event_cells', [...farItems, ...nearItems]))
    const { ids, rowsRead } = await query(selectNearest({ table: 'event_cells', point: austin, miles: 15, from: 0, limit: 20 }))
    expect(ids).toHaveLength(20)
    expect(rowsRead).toBeLessThan(300)
  })
})

describe('Matching subscriptions', () => {
  const search = { id: 'a', ...austin, activities: ['padel'], radius: 15, startDate: null, endDate: null }
  const findMatches = async (changes: { lat?: number; activity?: string; start?: number } = {}) =>
    (await query(selectMatchingSubscriptions({ ...austin, activity: 'padel', start: 500, ...changes }, { limit: 10 }))).ids

  it('are those with the right area, activity and period, including its start and end', async () => {
    const timed = { ...search, id: 'timed', startDate: 500, endDate: 600 }
    await run(writeCells('subscription_cells', [search, timed]))
    expect(await findMatches()).toEqual(['a', 'timed'])
    expect(await findMatches({ start: 600 })).toEqual(['a', 'timed'])
    expect(await findMatches({ start: 499 })).toEqual(['a'])
    expect(await findMatches({ start: 601 })).toEqual(['a'])
    expect(await findMatches({ activity: 'chess' })).toEqual([])
    expect(await findMatches({ lat: austin.lat + 14.9 / 69.1 })).toEqual(['a', 'timed'])
    expect(await findMatches({ lat: austin.lat + 15.1 / 69.1 })).toEqual([])
  })

  it('are read page by page', async () => {
    await run(
      writeCells(
        'subscription_cells',
        ['a', 'b', 'c'].map((id, index) => ({ ...search, id, radius: 1 + index * 20 })),
      ),
    )
    const event = { ...austin, activity: 'padel', start: 500 }
    expect((await query(selectMatchingSubscriptions(event, { limit: 2 }))).ids).toEqual(['a', 'b'])
    expect((await query(selectMatchingSubscriptions(event, { limit: 2, after: 'b' }))).ids).toEqual(['c'])
  })
})

it('Random queries have the same results as a check of every item, also at the date line and the poles', async () => {
  const random = makeRandom(8)
  const crowd = makeRandomItems(random, 3000)
  for (let from = 0; from < 3000; from += 250) {
    await run(
      writeCells('event_cells', crowd.events.slice(from, from + 250)),
      writeCells('place_cells', crowd.places.slice(from, from + 250)),
      writeCells('subscription_cells', crowd.subscriptions.slice(from, from + 250)),
    )
  }
  const questions = Array.from({ length: 400 }, () => makeRandomQuestion(random, crowd))
  const answers = await runStatements<{ id: string }>(db, questions.map(makeStatement))
  for (const [index, question] of questions.entries()) {
    const ids = answers[index]?.results.map(({ id }) => id)
    expect(ids, JSON.stringify(question)).toEqual(findExpectedIds(crowd, question))
  }
})
