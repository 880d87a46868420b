import { type SortingState, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from './button.tsx'
import { joinClasses } from './class-names.ts'
import { ErrorNotice } from './error-notice.tsx'
import { Loading, Skeleton } from './skeleton.tsx'
import { type CardRow, TableCards } from './table-cards.tsx'
import { type Column, defineColumns, features } from './table-columns.ts'
import { useIsPhone } from './use-media.ts'

export type Sort = { column: string; direction: 'ascending' | 'descending' }

type DataTableProps<Row extends object> = {
  /** The name of the table, for screen readers. */
  label: string
  /** Pass the same array on each render. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  getRowId: (row: Row) => string
  /** Pass `sort` and `onSort` together when the server sorts. Without `onSort`, the table sorts the rows that it has. */
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** For lists that load page by page: the next page is added below. */
  hasMore?: boolean
  onLoadMore?: () => void
  isLoadingMore?: boolean
  isLoading?: boolean
  error?: unknown
  onRetry?: () => void
  empty?: ReactNode
}

const toSortingState = ({ column, direction }: Sort) => [{ id: column, desc: direction === 'descending' }]

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, getRowId, sort, onSort, isLoading = false, error, onRetry, empty } = props
  const isPhone = useIsPhone()
  const isServerSorted = onSort !== undefined
  const [localSorting, setLocalSorting] = useState<SortingState>(sort ? toSortingState(sort) : [])
  const sorting = isServerSorted ? (sort ? toSortingState(sort) : []) : localSorting
  const definitions = useMemo(() => defineColumns(columns, isServerSorted), [columns, isServerSorted])
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId,
    state: { sorting },
    manualSorting: isServerSorted,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      if (!next) return
      if (onSort) onSort({ column: next.id, direction: next.desc ? 'descending' : 'ascending' })
      else setLocalSorting([next])
    },
  })
  const headers = table.getHeaderGroups()[0]?.headers ?? []

  if (isLoading) return <TableSkeleton columns={columns} label={`Loading ${label.toLowerCase()}`} />
  if (error !== undefined && error !== null) return <ErrorNotice error={error} {...(onRetry ? { onRetry } : {})} />
  if (rows.length === 0) return empty

  const loadMore = <LoadMore {...props} />
  if (isPhone) {
    const cards: CardRow[] = table.getRowModel().rows.map((row) => ({
      id: row.id,
      cells: row.getAllCells().map((cell) => ({
        id: cell.id,
        name: cell.column.columnDef.meta?.name ?? '',
        position: cell.column.columnDef.meta?.onPhone ?? 'line',
        content: <table.FlexRender cell={cell} />,
      })),
    }))
    const sorts = headers
      .filter((header) => header.column.getCanSort())
      .map(({ id, column }) => ({
        id,
        name: column.columnDef.meta?.name ?? '',
        order: column.getIsSorted(),
        toggle: () => column.toggleSorting(),
      }))
    return (
      <>
        <TableCards label={label} cards={cards} sorts={sorts} />
        {loadMore}
      </>
    )
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys can scroll a table that is wider than the screen. */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-b border-line">
              {headers.map((header) => (
                <SortableHeader
                  key={header.id}
                  order={header.column.getIsSorted()}
                  isNumber={header.column.columnDef.meta?.isNumber ?? false}
                  onToggle={header.column.getCanSort() ? () => header.column.toggleSorting() : undefined}
                >
                  <table.FlexRender header={header} />
                </SortableHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id} className="border-b border-line transition-colors duration-75 hover:bg-wash">
                {row.getAllCells().map((cell) => (
                  <td
                    key={cell.id}
                    className={joinClasses(
                      'h-14 py-2.5 pr-6 align-middle last:pr-3 first:pl-3',
                      cell.column.columnDef.meta?.isNumber && 'text-right',
                    )}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {loadMore}
    </>
  )
}

type Order = false | 'asc' | 'desc'
type SortableHeaderProps = { order: Order; isNumber: boolean; onToggle: (() => void) | undefined; children: ReactNode }

function SortableHeader({ order, isNumber, onToggle, children }: SortableHeaderProps) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      {...(onToggle ? { 'aria-sort': order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none' } : {})}
      className={joinClasses(
        'h-11 whitespace-nowrap pr-6 text-[13.5px] font-semibold text-soft last:pr-3 first:pl-3',
        isNumber && 'text-right',
      )}
    >
      {onToggle ? (
        <button
          type="button"
          onClick={onToggle}
          className={joinClasses(
            'group inline-flex min-h-11 items-center gap-1 rounded-[6px] font-semibold hover:text-ink',
            order && 'text-ink',
            isNumber && 'flex-row-reverse',
          )}
        >
          {children}
          <Arrow
            size={14}
            aria-hidden="true"
            className={order ? undefined : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}
          />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

type LoadMoreProps = { hasMore?: boolean; onLoadMore?: () => void; isLoadingMore?: boolean }

function LoadMore({ hasMore = false, onLoadMore, isLoadingMore = false }: LoadMoreProps) {
  if (!hasMore || !onLoadMore) return null
  return (
    <div className="pt-4">
      <Button isPending={isLoadingMore} pendingLabel="Loading more" onClick={onLoadMore} className="w-full sm:w-auto">
        Show more
      </Button>
    </div>
  )
}

const skeletonWidths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4']

function TableSkeleton({ columns, label }: { columns: readonly { id: string }[]; label: string }) {
  return (
    <Loading label={label}>
      <div className="hidden h-11 border-b border-line sm:block" />
      {skeletonWidths.map((width) => (
        <div key={width} className="flex h-14 items-center gap-6 border-b border-line px-3">
          <Skeleton className="size-8.5 flex-none rounded-full" />
          {columns.map(({ id }, index) => (
            <span key={id} className={joinClasses('flex-1', index > 1 && 'max-sm:hidden')}>
              <Skeleton className={joinClasses('h-3.5', index === 0 ? width : 'w-1/2')} />
            </span>
          ))}
        </div>
      ))}
    </Loading>
  )
}
