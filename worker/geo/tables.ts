import { cellsOf } from '../../domain/geo/cells.ts'
import type { Located, LocatedEvent, LocatedSearch } from '../../domain/geo/contract.ts'
import { coverSearch } from '../../domain/geo/cover.ts'
import { wrapLng } from '../../domain/geo/distance.ts'

/** What each table of cells keeps a row of, for each cell and activity. */
export type ThingOf = {
  event_cells: LocatedEvent
  place_cells: Located
  person_cells: Located
  team_cells: Located
  subscription_cells: LocatedSearch
}
export type CellTable = keyof ThingOf

/** What is looked for around a place; standing searches are what an event looks for. */
export type SpotTable = Exclude<CellTable, 'subscription_cells'>

type Column = string | number | null
/** One row of a table: the cell, the activity, and what its columns hold. */
export type CellRow = [cell: number, activity: string, ...others: Column[]]

type Shape<Table extends CellTable> = {
  columns: readonly string[]
  /** How many of the columns are its key. Rows go by their whole key: by the id alone they would have to be looked for everywhere. */
  keySize: number
  valuesOf: (thing: ThingOf[Table]) => Column[]
  cellsOf: (thing: ThingOf[Table]) => number[]
  activitiesOf: (thing: ThingOf[Table]) => readonly string[]
}

const spots: Shape<SpotTable> = {
  columns: ['cell', 'activity', 'id', 'lat', 'lng'],
  keySize: 3,
  valuesOf: ({ id, lat, lng }) => [id, lat, wrapLng(lng)],
  cellsOf,
  activitiesOf: ({ activities }) => ['', ...activities],
}

const shapes: { [Table in CellTable]: Shape<Table> } = {
  event_cells: {
    ...spots,
    columns: ['cell', 'activity', 'start', 'id', 'lat', 'lng'],
    keySize: 4,
    valuesOf: (event) => [event.start, ...spots.valuesOf(event)],
  },
  place_cells: spots,
  person_cells: spots,
  team_cells: spots,
  subscription_cells: {
    columns: ['cell', 'activity', 'id', 'lat', 'lng', 'radius', 'start_date', 'end_date'],
    keySize: 3,
    valuesOf: (search) => [...spots.valuesOf(search), search.radius, search.startDate, search.endDate],
    cellsOf: (search) => coverSearch(search, search.radius),
    activitiesOf: ({ activities }) => activities,
  },
}

export const columnsOf = (table: CellTable): readonly string[] => shapes[table].columns
export const keyOf = (table: CellTable): readonly string[] => columnsOf(table).slice(0, shapes[table].keySize)

export function rowsOf<Table extends CellTable>(table: Table, things: readonly ThingOf[Table][]): CellRow[] {
  const { cellsOf: cells, activitiesOf: activities, valuesOf: values } = shapes[table]
  return things.flatMap((thing) =>
    cells(thing).flatMap((cell) => [...new Set(activities(thing))].map((activity): CellRow => [cell, activity, ...values(thing)])),
  )
}
