import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { Link, useParams } from 'react-router'
import type { LedgerMonth, LedgerOverview } from '../../domain/ledger/contract.ts'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { RefusedMemberships } from '../memberships/refused-memberships.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { BooksFrame } from './books-frame.tsx'
import { type BooksOf, ledgerMonths } from './queries.ts'
import { SumsTable } from './sums-table.tsx'
import { writeMonth } from './write-month.ts'

/** The table says the same, so the page does without the chart where uPlot does not know the language of the browser. */
const MonthsChart = lazy(() => import('./months-chart.tsx').catch(() => ({ default: () => null })))

/** The pages `ledger` and `team/:id/ledger`. */
export default function LedgerPage() {
  const { id } = useParams()
  const query = useInfiniteQuery(ledgerMonths(id))
  const nameMonth = useMemo(() => linkMonth(id), [id])
  const overview = query.data?.pages[0]
  const months = useMemo(() => query.data?.pages.flatMap((page) => page.months) ?? [], [query.data])
  return (
    <BooksFrame
      of={id}
      title={id === undefined ? 'Your books' : 'Books'}
      intro={
        id === undefined
          ? 'What players have paid you, and what was taken or given back. Months are in UTC.'
          : 'The money of the games, dues, forms and memberships of this community. Months are in UTC.'
      }
      back={id === undefined ? { to: '/settings?tab=payments', label: 'Payments' } : { to: teamPath(id), label: 'Community' }}
      query={query}
    >
      {id === undefined && <RefusedMemberships />}
      {overview && (id === undefined || overview.checks.length > 0) && <Match overview={overview} isOwn={id === undefined} />}
      {months.length > 0 ? (
        <>
          <Suspense fallback={<div className="h-52" />}>
            <MonthsChart months={months} />
          </Suspense>
          <div>
            <SumsTable
              label="Months"
              head="Month"
              rows={months}
              nameOf={nameMonth}
              getRowId={({ month, currency }) => `${month} ${currency}`}
            />
            <ShowMore query={query} />
          </div>
          <LinkButton to={`${ledgerPath(id)}/payouts`} className="justify-self-start">
            See payouts
          </LinkButton>
        </>
      ) : (
        <EmptyState title="Nothing in the books yet" action={<LinkButton to="/create/event">Host a game</LinkButton>}>
          Once somebody pays for a game, its money appears here.
        </EmptyState>
      )}
    </BooksFrame>
  )
}

const linkMonth =
  (id: BooksOf) =>
  ({ month }: LedgerMonth) => (
    <Link
      to={`${ledgerPath(id)}/${month}`}
      className="inline-flex min-h-11 items-center font-strong text-court underline-offset-3 hover:underline"
    >
      {writeMonth(month)}
    </Link>
  )

/** Whether the books match the balance at Stripe. Money of a community is on the account of its owner, with whatever else is there. */
function Match({ overview: { checks, isAccessEnded }, isOwn }: { overview: LedgerOverview; isOwn: boolean }) {
  const books = isOwn ? 'Your books' : 'The books'
  const different = checks.filter(({ difference }) => difference !== 0)
  return (
    <div className="grid gap-1">
      {checks.length === 0 ? (
        <p className="text-soft">We have not read your Stripe account yet.</p>
      ) : different.length === 0 ? (
        <Matching books={books} checkedAt={Math.min(...checks.map((check) => check.checkedAt))} />
      ) : (
        different.map(({ accountId, currency, difference }) => (
          <Status key={`${accountId} ${currency}`} tone="warn" className="whitespace-normal!">
            {books} differ from Stripe by {formatExactMoney({ amount: Math.abs(difference), currency })}.
          </Status>
        ))
      )}
      {!isOwn && (
        <p className="text-small text-soft">
          This is about the whole Stripe account of whoever is paid, not only the money of this community.
        </p>
      )}
      {isAccessEnded && (
        <p className="text-small text-soft">
          {isOwn ? 'You ended our access to a Stripe account' : 'Our access to a Stripe account was ended'}, so its books stop there.
        </p>
      )}
    </div>
  )
}

function Matching({ books, checkedAt }: { books: string; checkedAt: number }) {
  const now = useNow(minute)
  const when = writeDate(checkedAt, { now }, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  return (
    <Status tone="good" className="whitespace-normal!">
      {books} match Stripe, checked {when}.
    </Status>
  )
}
