import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { PayoutRefund } from '../../domain/ledger/contract.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { namePayer, nameRefund, sourceWords } from './payout-words.ts'
import { type BooksOf, payoutRefunds } from './queries.ts'

/** The refunds and disputes of a payout, one by one. */
export function PayoutRefunds({ of, payoutId }: { of: BooksOf; payoutId: string }) {
  const query = useInfiniteQuery(payoutRefunds(of, payoutId))
  const refunds = query.data?.pages.flatMap((page) => page.refunds)
  return (
    <section aria-label="Refunds and disputes" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>Refunds and disputes</h2>
      {refunds ? (
        <div>
          {refunds.length > 0 ? (
            <ul aria-label="Refunds and disputes" className="border-t border-line">
              {refunds.map((refund) => (
                <RefundRow key={refund.id} refund={refund} />
              ))}
            </ul>
          ) : (
            <p className="text-soft">Nothing went back in this payout.</p>
          )}
          <ShowMore query={query} />
        </div>
      ) : query.error ? (
        <ErrorNotice
          title="We could not load the refunds"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Loading label="Loading the refunds">
          <Skeleton className="h-12 w-full" />
        </Loading>
      )}
    </section>
  )
}

function RefundRow({ refund }: { refund: PayoutRefund }) {
  const { amount, at, currency, path, source, title } = refund
  const now = useNow(minute)
  const what = title ?? sourceWords[source].label
  return (
    <li className="flex items-start justify-between gap-6 border-b border-line py-3.5">
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere">{namePayer(refund)}</p>
        <p className="text-small text-soft">
          {nameRefund(refund)} on {writeDate(at, { now }, { month: 'short', day: 'numeric' })}
        </p>
        {path === null ? (
          <p className="text-small wrap-anywhere">{what}</p>
        ) : (
          <Link
            to={path}
            className="-mb-3 inline-flex min-h-11 items-center text-small font-strong wrap-anywhere text-court underline-offset-3 hover:underline"
          >
            {what}
          </Link>
        )}
      </div>
      <div className="flex-none text-right">
        <p className="font-strong">{formatExactMoney({ amount, currency })}</p>
        <Fee name="Stripe's fee" amount={refund.stripeFee} currency={currency} />
        <Fee name="Our fee" amount={refund.ourFee} currency={currency} />
      </div>
    </li>
  )
}

/** A fee that was taken with it, or came back. */
const Fee = ({ name, amount, currency }: { name: string; amount: number; currency: string }) =>
  amount !== 0 && (
    <p className="text-small text-soft">
      {amount < 0 ? `${name} back` : name} {formatExactMoney({ amount: -amount, currency })}
    </p>
  )
