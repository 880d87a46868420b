import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatExactMoney } from '../../domain/money.ts'
import type { OpenDispute } from '../../domain/orders/disputes.ts'
import { minute } from '../../domain/time/spans.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { describeDispute } from './dispute-words.ts'
import { openDisputes } from './queries.ts'

/** The disputes that are not decided; nothing if there are none. */
export function OpenDisputesList() {
  const { data, error, refetch, isFetching } = useQuery(openDisputes)
  const now = useNow(minute)
  if (!data) {
    return error ? (
      <ErrorNotice title="We could not load your disputes" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : null
  }
  if (data.disputes.length === 0) return null
  return (
    <section aria-labelledby="open-disputes" className="grid gap-1">
      <h3 id="open-disputes" className="text-[1.0625rem]">
        Open disputes
      </h3>
      <ul>
        {data.disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} now={now} />
        ))}
      </ul>
    </section>
  )
}

function DisputeRow({ dispute, now }: { dispute: OpenDispute; now: number }) {
  const { label, tone, text } = describeDispute(dispute, dispute.kind, now)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-3">
      <Link to={dispute.path} className="inline-flex min-h-11 items-center font-strong underline-offset-3 wrap-anywhere hover:underline">
        {dispute.title}
      </Link>
      <span className="flex items-center gap-4">
        <Status tone={tone} className="text-small">
          {label}
        </Status>
        <span className="font-strong tabular-nums">{formatExactMoney(dispute)}</span>
      </span>
      <p className="col-span-2 max-w-[64ch] text-small text-soft">{text}</p>
    </li>
  )
}
