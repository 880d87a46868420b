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

/** `title` heads the card a row becomes on a phone, `hidden` is left out of it. */
export type PhonePlace = 'title' | 'line' | 'hidden'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** What rows are ordered by. Without it, and without the server sorting, the column cannot be sorted. */
  sortValue?: (row: Row) => string | number | Date | null
  isSortable?: boolean
  /** Numbers stand at the right, so that they line up. */
  isNumber?: boolean
  onPhone?: PhonePlace
}

type ColumnMeta = { isNumber: boolean; onPhone: PhonePlace; name: string }

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
