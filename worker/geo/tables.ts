import { sql } from 'drizzle-orm'
import { cellsOf, wrapLng } from '../../domain/geo/cells.ts'
import type { Located, LocatedEvent, LocatedSearch } from '../../domain/geo/contract.ts'
import { coverSearch } from '../../domain/geo/cover.ts'

/** What each table of cells keeps a row of, for each cell and activity. */
export type ThingOf = {
  event_cells: LocatedEvent
  place_cells: Located
  person_cells: Located
  subscription_cells: LocatedSearch
}
export type CellTable = keyof ThingOf

/** What is looked for around a place; standing searches are what an event looks for. */
export type SpotTable = Exclude<CellTable, 'subscription_cells'>

type Shape<Table extends CellTable> = {
  /** Rows go by their whole key only: by the id alone they would have to be looked for everywhere. */
  key: readonly string[]
  rest: readonly string[]
  columns: (thing: ThingOf[Table]) => Record<string, string | number | null>
  cells: (thing: ThingOf[Table]) => number[]
  activities: (thing: ThingOf[Table]) => readonly string[]
}

const at = ({ id, lat, lng }: Located) => ({ id, lat, lng: wrapLng(lng) })
const anyAnd = ({ activities }: Located) => ['', ...activities]
const spots: Shape<SpotTable> = { key: ['id'], rest: ['lat', 'lng'], columns: at, cells: cellsOf, activities: anyAnd }

const shapes: { [Table in CellTable]: Shape<Table> } = {
  event_cells: { ...spots, key: ['start', 'id'], columns: (event) => ({ ...at(event), start: event.start }) },
  place_cells: spots,
  person_cells: spots,
  subscription_cells: {
    key: ['id'],
    rest: ['lat', 'lng', 'radius', 'start_date', 'end_date'],
    columns: (search) => ({ ...at(search), radius: search.radius, start_date: search.startDate, end_date: search.endDate }),
    cells: (search) => coverSearch(search, search.radius),
    activities: ({ activities }) => activities,
  },
}

export function rowsOf<Table extends CellTable>(table: Table, things: readonly ThingOf[Table][]) {
  const { key, rest, columns, cells, activities } = shapes[table]
  const given = things.map((thing) => ({ ...columns(thing), cells: cells(thing), activities: [...new Set(activities(thing))] }))
  const names = (list: readonly string[]) => sql.raw(['cell', 'activity', ...list].join(', '))
  const values = (list: readonly string[]) =>
    sql.raw(['cell.value', 'activity.value', ...list.map((name) => `thing.value->>'${name}'`)].join(', '))
  const source = sql`json_each(${JSON.stringify(given)}) thing, json_each(thing.value->'cells') cell, json_each(thing.value->'activities') activity`
  return {
    key: names(key),
    all: names([...key, ...rest]),
    selectKeys: sql`SELECT ${values(key)} FROM ${source}`,
    selectAll: sql`SELECT ${values([...key, ...rest])} FROM ${source}`,
  }
}
