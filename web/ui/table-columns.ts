import {
  type ColumnDef,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_datetime,
  sortFn_text,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** On a phone, each row becomes a card. `title` is the heading of the card, `line` is a line in it, and `hidden` is left out. */
export type PhonePosition = 'title' | 'line' | 'hidden'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The value to sort by. Without it, the column cannot be sorted, unless the server sorts. */
  sortValue?: (row: Row) => string | number | Date | null
  isSortable?: boolean
  /** Aligns the column to the right, so that numbers line up. */
  isNumber?: boolean
  onPhone?: PhonePosition
}

type ColumnMeta = { isNumber: boolean; onPhone: PhonePosition; name: string }

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, datetime: sortFn_datetime, text: sortFn_text },
  columnMeta: metaHelper<ColumnMeta>(),
})
export type Features = typeof features

export const defineColumns = <Row extends object>(columns: readonly Column<Row>[], isServerSorted: boolean): ColumnDef<Features, Row>[] =>
  columns.map(({ id, header, cell, sortValue, isSortable, isNumber = false, onPhone = 'line' }) => ({
    id,
    header,
    accessorFn: (row: Row) => sortValue?.(row) ?? undefined,
    cell: (context) => cell(context.row.original),
    enableSorting: isServerSorted ? (isSortable ?? false) : sortValue !== undefined,
    sortUndefined: 'last' as const,
    meta: { isNumber, onPhone, name: header },
  }))
