import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { minute } from '../../domain/time/spans.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { BooksFrame } from './books-frame.tsx'
import { GamesTable } from './games-table.tsx'
import { describePayout, payoutStatuses } from './payout-words.ts'
import { payoutContents } from './queries.ts'
import { SumsList } from './sums-table.tsx'

/** The pages `ledger/payouts/:payoutId` and `team/:id/ledger/payouts/:payoutId`. */
export default function PayoutPage() {
  const { id, payoutId = '' } = useParams()
  const query = useInfiniteQuery(payoutContents(id, payoutId))
  const now = useNow(minute)
  const first = query.data?.pages[0]
  const games = query.data?.pages.flatMap((page) => page.games) ?? []
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
            <SumsList sums={first.sums} more={[{ name: 'Of this, not from games', amount: first.sums.outside }]} />
          ) : (
            <p className="text-soft">Stripe has not said yet what is in this payout.</p>
          )}
          {games.length > 0 && (
            <section aria-label="Games in this payout" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h2>Games</h2>
              <div>
                <GamesTable games={games} />
                <ShowMore query={query} />
              </div>
            </section>
          )}
        </>
      )}
    </BooksFrame>
  )
}
