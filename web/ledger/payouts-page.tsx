import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { minute } from '../../domain/time/spans.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { BooksFrame } from './books-frame.tsx'
import { describePayout, payoutStatuses } from './payout-words.ts'
import { payoutList } from './queries.ts'

/** The pages `ledger/payouts` and `team/:id/ledger/payouts`. */
export default function PayoutsPage() {
  const { id } = useParams()
  const query = useInfiniteQuery(payoutList(id))
  const now = useNow(minute)
  const payouts = query.data?.pages.flatMap((page) => page.payouts) ?? []
  return (
    <BooksFrame
      of={id}
      title="Payouts"
      intro={
        id === undefined
          ? 'What Stripe sends to your bank.'
          : 'Payouts with money of this community. Amounts are only the part from its games, dues, forms and memberships.'
      }
      back={{ to: ledgerPath(id), label: id === undefined ? 'Your books' : 'Books' }}
      query={query}
    >
      {payouts.length > 0 ? (
        <div>
          <ul aria-label="Payouts" className="border-t border-line">
            {payouts.map((payout) => (
              <li
                key={payout.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 border-b border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
              >
                <Link
                  to={`${ledgerPath(id)}/payouts/${encodeURIComponent(payout.id)}`}
                  className="inline-flex min-h-11 items-center font-strong text-court underline-offset-3 hover:underline"
                >
                  {formatExactMoney(payout)}
                </Link>
                <p className="min-w-0 text-small text-soft wrap-anywhere max-sm:col-span-2 max-sm:row-start-2">
                  {describePayout(payout, now)}
                </p>
                <Status tone={payoutStatuses[payout.state].tone} className="text-small">
                  {payoutStatuses[payout.state].label}
                </Status>
              </li>
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      ) : (
        <EmptyState title="Nothing was sent to a bank yet">
          Stripe sends what players have paid by itself, some days after they paid. Each payout is here, with what is in it.
        </EmptyState>
      )}
    </BooksFrame>
  )
}
