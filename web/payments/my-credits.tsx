import { useQuery } from '@tanstack/react-query'
import { formatExactMoney } from '../../domain/money.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { creditList } from './queries.ts'

/** What the viewer can pay with in the next games of hosts; nothing if they have no credit. */
export function MyCredits() {
  const { data, error, refetch, isFetching } = useQuery(creditList)
  if (!data) {
    return error ? (
      <ErrorNotice title="We could not load your credit" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : null
  }
  if (data.credits.length === 0) return null
  return (
    <section aria-labelledby="my-credit" className="grid gap-1">
      <h2 id="my-credit">Credit</h2>
      <ul>
        {data.credits.map(({ payee, amount, currency }, index) => (
          // Hosts who are not named look the same, and the lines have no state.
          <li key={lineKey(index)} className="wrap-anywhere">
            <b className="font-strong tabular-nums">{formatExactMoney({ amount, currency })}</b> with {payee}
          </li>
        ))}
      </ul>
      <p className="text-small text-soft">You can use it when you pay for their next games.</p>
    </section>
  )
}

const lineKey = (index: number) => `line-${index}`
