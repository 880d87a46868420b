import { type ReactNode, useMemo } from 'react'
import type { LedgerSums } from '../../domain/ledger/contract.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/table-columns.ts'

type Sum = {
  id: 'gross' | 'refunds' | 'disputes' | 'other' | 'stripeFee' | 'ourFee' | 'net'
  name: string
  isRare?: boolean
  isTaken?: boolean
}

/** What is added up to "You get", in this order. Fees are taken, so they are shown as negative. */
const sums: readonly Sum[] = [
  { id: 'gross', name: 'Paid by players' },
  { id: 'refunds', name: 'Given back' },
  { id: 'disputes', name: 'Disputes', isRare: true },
  { id: 'other', name: 'Other', isRare: true },
  { id: 'stripeFee', name: "Stripe's fee", isTaken: true },
  { id: 'ourFee', name: 'Our fee', isTaken: true },
  { id: 'net', name: 'You get' },
]

/** The sums that these rows need. Rare ones are left out if they are 0 everywhere. */
const pickSums = (rows: readonly LedgerSums[]) => sums.filter(({ id, isRare }) => !isRare || rows.some((row) => row[id] !== 0))

const writeSum = (row: LedgerSums, { id, isTaken }: Sum) =>
  formatExactMoney({ amount: isTaken ? 0 - row[id] : row[id], currency: row.currency })

type SumsTableProps<Row extends LedgerSums> = {
  label: string
  /** What the rows are, such as months, and how each is named. */
  head: string
  /** Pass the same function on each render. */
  nameOf: (row: Row) => ReactNode
  rows: readonly Row[]
  getRowId: (row: Row) => string
}

/** Rows of money whose columns add up. */
export function SumsTable<Row extends LedgerSums>({ label, head, nameOf, rows, getRowId }: SumsTableProps<Row>) {
  const shown = pickSums(rows).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: New columns would take the focus, so there are only new ones if sums were added.
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: 'name', header: head, cell: nameOf, onPhone: 'title' },
      ...pickSums(rows).map((sum) => ({
        id: sum.id,
        header: sum.name,
        cell: (row: Row) => <span className={sum.id === 'net' ? 'font-strong' : undefined}>{writeSum(row, sum)}</span>,
        isNumber: true,
      })),
    ],
    [head, nameOf, shown],
  )
  return <DataTable label={label} columns={columns} rows={rows} getRowId={getRowId} />
}

/** The sums in each currency. */
export const SumsLists = ({ all }: { all: readonly LedgerSums[] }) =>
  all.map((sums) => (
    <section key={sums.currency} aria-label={`Sums in ${sums.currency.toUpperCase()}`}>
      <SumsList sums={sums} />
    </section>
  ))

/** To compare with the list of payments at Stripe. */
const countPayments = (count: number) => (count === 1 ? '1 payment' : `${count.toLocaleString()} payments`)

type SumsListProps = { sums: LedgerSums; more?: readonly { name: string; amount: number }[] }

/** The sums of one thing, one below the other, as on a bill. */
export function SumsList({ sums: all, more = [] }: SumsListProps) {
  return (
    <dl className="grid w-full max-w-md">
      {pickSums([all]).map((sum) => (
        <div key={sum.id} className="flex items-baseline justify-between gap-6 border-b border-line py-2.5">
          <dt className={sum.id === 'net' ? 'font-strong' : 'text-soft'}>
            {sum.name}
            {sum.id === 'gross' && <span className="text-small"> · {countPayments(all.payments)}</span>}
          </dt>
          <dd className={sum.id === 'net' ? 'text-title font-bold' : undefined}>{writeSum(all, sum)}</dd>
        </div>
      ))}
      {more
        .filter(({ amount }) => amount !== 0)
        .map(({ name, amount }) => (
          <div key={name} className="flex items-baseline justify-between gap-6 border-b border-line py-2.5 text-small text-soft">
            <dt>{name}</dt>
            <dd>{formatExactMoney({ amount, currency: all.currency })}</dd>
          </div>
        ))}
    </dl>
  )
}
