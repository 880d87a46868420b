import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PayoutContents } from '../../domain/ledger/contract.ts'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { minute } from '../../domain/time/spans.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { BooksFrame } from './books-frame.tsx'
import { CsvLink } from './csv-link.tsx'
import { PayoutLines } from './payout-lines.tsx'
import { PayoutRefunds } from './payout-refunds.tsx'
import { describePayout, payoutStatuses } from './payout-words.ts'
import { exportPath, payoutContents } from './queries.ts'
import { SumsList } from './sums-table.tsx'

/** The pages `ledger/payouts/:payoutId` and `team/:id/ledger/payouts/:payoutId`. */
export default function PayoutPage() {
  const { id, payoutId = '' } = useParams()
  const query = useInfiniteQuery(payoutContents(id, payoutId))
  const now = useNow(minute)
  const first = query.data?.pages[0]
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <BooksFrame
      of={id}
      title={first ? `Payout of ${formatExactMoney(first.payout)}` : 'Payout'}
      back={{ to: `${ledgerPath(id)}/payouts`, label: 'Payouts' }}
      query={query}
    >
      {first && (
        <>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
            <Status tone={payoutStatuses[first.payout.state].tone} className="text-ink">
              {payoutStatuses[first.payout.state].label}
            </Status>
            {describePayout(first.payout, now)}
          </p>
          {first.sums ? (
            <>
              <div className="grid gap-3">
                <SumsList sums={first.sums} />
                <Explained contents={first} />
              </div>
              <CsvLink of={id} path={exportPath(id, 'payouts', payoutId)} />
              <section aria-label="Lines of this payout" className="grid grid-cols-[minmax(0,1fr)] gap-3">
                <h2>What is in it</h2>
                <div>
                  {lines.length > 0 ? <PayoutLines lines={lines} /> : <p className="text-soft">We have read nothing that is in it.</p>}
                  <ShowMore query={query} />
                </div>
              </section>
              {(first.sums.refunds !== 0 || first.sums.disputes !== 0) && <PayoutRefunds of={id} payoutId={payoutId} />}
            </>
          ) : (
            <p className="text-soft">Stripe has not said yet what is in this payout.</p>
          )}
        </>
      )}
    </BooksFrame>
  )
}

/** Whether the lines add up to the payout. */
function Explained({ contents: { payout, sums, unexplained } }: { contents: PayoutContents }) {
  if (!sums) return null
  if (unexplained === 0)
    return (
      <Status tone="good" className="whitespace-normal!">
        The lines below add up to this payout to the cent.
      </Status>
    )
  const { currency } = payout
  const write = (amount: number) => formatExactMoney({ amount, currency })
  return (
    <div className="grid gap-1">
      <Status tone="warn" className="whitespace-normal!">
        The lines below add up to {write(sums.net)}, {write(Math.abs(unexplained))} {unexplained > 0 ? 'less' : 'more'} than this payout.
      </Status>
      <p className="max-w-[60ch] text-small text-soft">
        The rest moved on the Stripe account before it was linked here, or while we had no access to it.
      </p>
    </div>
  )
}
