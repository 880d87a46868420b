import { listCellIds } from '../../domain/geo/cells.ts'
import type { LocatedEvent, LocatedItem, LocatedSubscription } from '../../domain/geo/contract.ts'
import { coverSubscription } from '../../domain/geo/cover.ts'
import { wrapLng } from '../../domain/geo/distance.ts'

/** What each cell table stores. It has one row for each item, cell and activity. */
export type ItemOf = {
  event_cells: LocatedEvent
  place_cells: LocatedItem
  person_cells: LocatedItem
  team_cells: LocatedItem
  team_city_cells: LocatedItem
  subscription_cells: LocatedSubscription
}
export type CellTable = keyof ItemOf

/** The tables in which people search around a location. Subscriptions work the other way: an event searches for them. */
export type ItemTable = Exclude<CellTable, 'subscription_cells'>

type Column = string | number | null
/** One row of a table: the cell, the activity, and the values of its other columns. */
export type CellRow = [cell: number, activity: string, ...others: Column[]]

type TableShape<Table extends CellTable> = {
  columns: readonly string[]
  /** How many of the columns are the primary key. Rows are deleted by the whole key, because the id alone would need a full scan. */
  keySize: number
  valuesOf: (item: ItemOf[Table]) => Column[]
  cellIdsOf: (item: ItemOf[Table]) => number[]
  activitiesOf: (item: ItemOf[Table]) => readonly string[]
}

const itemShape: TableShape<ItemTable> = {
  columns: ['cell', 'activity', 'id', 'lat', 'lng'],
  keySize: 3,
  valuesOf: ({ id, lat, lng }) => [id, lat, wrapLng(lng)],
  cellIdsOf: listCellIds,
  activitiesOf: ({ activities }) => ['', ...activities],
}

const shapes: { [Table in CellTable]: TableShape<Table> } = {
  event_cells: {
    ...itemShape,
    columns: ['cell', 'activity', 'start', 'id', 'lat', 'lng', 'day'],
    keySize: 4,
    valuesOf: (event) => [event.start, ...itemShape.valuesOf(event), event.day],
  },
  place_cells: itemShape,
  person_cells: itemShape,
  team_cells: itemShape,
  // Its items name all of their lists, also the one of all teams.
  team_city_cells: { ...itemShape, activitiesOf: ({ activities }) => activities },
  subscription_cells: {
    columns: ['cell', 'activity', 'id', 'lat', 'lng', 'radius', 'start_date', 'end_date'],
    keySize: 3,
    valuesOf: (search) => [...itemShape.valuesOf(search), search.radius, search.startDate, search.endDate],
    cellIdsOf: (search) => coverSubscription(search, search.radius),
    activitiesOf: ({ activities }) => activities,
  },
}

export const listColumns = (table: CellTable): readonly string[] => shapes[table].columns
export const listKeyColumns = (table: CellTable): readonly string[] => listColumns(table).slice(0, shapes[table].keySize)
export const listValueColumns = (table: CellTable): readonly string[] => listColumns(table).slice(shapes[table].keySize)

export function makeRows<Table extends CellTable>(table: Table, items: readonly ItemOf[Table][]): CellRow[] {
  const { cellIdsOf: listCells, activitiesOf: activities, valuesOf: values } = shapes[table]
  return items.flatMap((item) =>
    listCells(item).flatMap((cell) => [...new Set(activities(item))].map((activity): CellRow => [cell, activity, ...values(item)])),
  )
}
