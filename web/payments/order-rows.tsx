import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatFullMoment } from '../../domain/events/format-when.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { MyOrder } from '../../domain/orders/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { InvoicesLoading } from './invoice-rows.tsx'
import { orderPartWords } from './order-part-words.ts'
import { orderList } from './queries.ts'

const statuses: Record<MyOrder['state'], { label: string; tone: StatusTone }> = {
  open: { label: 'To pay', tone: 'warn' },
  paid: { label: 'Paid', tone: 'good' },
  ended: { label: 'Not paid', tone: 'quiet' },
}

const paidLabels: Record<MyOrder['method'], string> = { card: 'Paid', cash: 'Cash', gift: 'No payment needed' }

type Refund = MyOrder['refunds'][number]

const reasons: Record<Exclude<Refund['reason'], 'bank'>, string> = {
  left: 'you left',
  removed: 'the hosts removed you',
  cancelled: 'the game was cancelled',
  late: 'the seat was gone',
  resold: 'somebody bought your seat',
  'account-deleted': 'an account was deleted',
  host: 'from the host',
}

const refundStates: Record<Refund['state'], string> = {
  due: 'on its way back',
  sent: 'sent back',
  failed: 'not taken by your bank, ask the host',
}

const cashRefundStates: Record<Refund['state'], string> = {
  ...{ due: 'to come back in cash', sent: 'given back in cash', failed: 'not given back' },
}

const creditWords: Record<MyOrder['credits'][number]['reason'], string> = {
  host: 'given to you as credit',
  returned: 'is your credit again',
}

/** The games that the viewer paid for, with what came back, newest first. */
export function OrderRows({ label }: { label: string }) {
  const query = useInfiniteQuery(orderList)
  const now = useNow(minute)
  const orders = query.data?.pages.flatMap((page) => page.orders)
  if (!orders) {
    if (!query.error) return <InvoicesLoading />
    return (
      <ErrorNotice
        title="We could not load your games"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (orders.length === 0 && !query.hasNextPage) return <p className="text-soft">Games that you pay for appear here.</p>
  return (
    <div>
      <ul aria-label={label} className="border-t border-line">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
      </ul>
      <ShowMore query={query} />
    </div>
  )
}

function OrderRow({ order, now }: { order: MyOrder; now: number }) {
  const { id, event, seats, part, credit, method, state, paidAt, refunds, credits, currency } = order
  const { label, tone } = statuses[state]
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  const facts = [
    formatFullMoment(event.startsAt, { timeZone: event.timeZone, now }),
    part ? orderPartWords[part] : seats > 1 && `${seats} seats`,
    paidAt !== null && `${method === 'gift' ? 'given to you' : 'paid'} ${day(paidAt)}`,
    credit > 0 && `credit ${formatExactMoney({ amount: -credit, currency })}`,
  ]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[minmax(0,1fr)_5.5rem_5.5rem]">
      <div className="min-w-0">
        <Link
          to={`/evt/${event.id}`}
          className="inline-flex min-h-11 items-center font-strong underline-offset-3 wrap-anywhere hover:underline"
        >
          {event.title}
        </Link>
        <p className="text-small text-soft wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {paidAt !== null && method !== 'gift' && (
          <a
            href={`/api/orders/${encodeURIComponent(id)}/receipt`}
            download
            className="inline-flex min-h-11 items-center text-small font-strong text-court underline-offset-3 hover:underline"
          >
            Receipt<span className="sr-only"> for {event.title}</span>
          </a>
        )}
        {order.waitsForBuyer && <p className="text-small text-soft">Waiting for somebody to buy your seat.</p>}
        {refunds.map((refund) => (
          <p key={refund.id} className="text-small text-soft">
            {refund.reason === 'bank' ? (
              'Your bank gave the money back.'
            ) : (
              <>
                <b className="font-strong text-ink">{formatExactMoney({ amount: refund.amount, currency })}</b>{' '}
                {(method === 'cash' ? cashRefundStates : refundStates)[refund.state]}, {day(refund.at)}: {reasons[refund.reason]}.
              </>
            )}
          </p>
        ))}
        {credits.map((one) => (
          <p key={one.id} className="text-small text-soft">
            <b className="font-strong text-ink">{formatExactMoney({ amount: one.amount, currency })}</b> {creditWords[one.reason]},{' '}
            {day(one.at)}.
          </p>
        ))}
      </div>
      <div className="grid justify-items-end gap-1 pt-2.5 sm:contents">
        <p className="text-right font-strong tabular-nums sm:order-3 sm:pt-2.5">{formatExactMoney(order)}</p>
        <Status tone={tone} className="text-small sm:order-2 sm:pt-3">
          {state === 'paid' ? paidLabels[method] : label}
        </Status>
      </div>
    </li>
  )
}
