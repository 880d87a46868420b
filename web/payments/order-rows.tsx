import { formatFullMoment } from '../../domain/events/format-when.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { MyOrder } from '../../domain/orders/contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import type { StatusTone } from '../ui/status.tsx'
import { orderPartWords } from './order-part-words.ts'
import { AmountBack, BackByBank, describeBack, PaymentRow, sumSent } from './payment-row.tsx'

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
  'host-not-paid': 'the host could not be paid',
}

const refundStates: Record<Refund['state'], string> = {
  due: 'on its way back',
  sent: 'sent back',
  failed: 'not taken by your bank, ask the host',
  'no-access': 'cannot be sent now, ask the host',
  'by-hand': 'given back by hand',
  'no-money': 'waits until the host has enough money at Stripe',
}

const cashRefundStates: Record<Refund['state'], string> = {
  ...refundStates,
  ...{ due: 'to come back in cash', sent: 'given back in cash', 'by-hand': 'given back in cash', failed: 'not given back' },
}

const creditWords: Record<MyOrder['credits'][number]['reason'], string> = {
  host: 'given to you as credit',
  returned: 'is your credit again',
}

/** Seats in a game that the viewer paid for, with what came back. */
export function OrderRow({ order, now }: { order: MyOrder; now: number }) {
  const { id, event, seats, part, credit, method, state, paidAt, refunds, credits, currency } = order
  const { label, tone } = statuses[state]
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  const facts = [
    'Game',
    formatFullMoment(event.startsAt, { timeZone: event.timeZone, now }),
    part ? orderPartWords[part] : seats > 1 && `${seats} seats`,
    paidAt !== null && `${method === 'gift' ? 'given to you' : 'paid'} ${day(paidAt)}`,
    credit > 0 && `credit ${formatExactMoney({ amount: -credit, currency })}`,
  ]
  return (
    <PaymentRow
      title={event.title}
      to={`/evt/${event.id}`}
      facts={facts}
      receipt={paidAt !== null && method !== 'gift' ? `/api/orders/${encodeURIComponent(id)}/receipt` : undefined}
      paid={order}
      status={
        (state === 'paid' && describeBack(order.amount, sumSent(refunds))) || { label: state === 'paid' ? paidLabels[method] : label, tone }
      }
    >
      {order.waitsForBuyer && <p className="text-small text-soft">Waiting for somebody to buy your seat.</p>}
      {refunds.map((refund) =>
        refund.reason === 'bank' ? (
          <BackByBank key={refund.id} />
        ) : (
          <AmountBack key={refund.id} amount={refund.amount} currency={currency}>
            {(method === 'cash' ? cashRefundStates : refundStates)[refund.state]}, {day(refund.at)}: {reasons[refund.reason]}.
          </AmountBack>
        ),
      )}
      {credits.map((one) => (
        <AmountBack key={one.id} amount={one.amount} currency={currency}>
          {creditWords[one.reason]}, {day(one.at)}.
        </AmountBack>
      ))}
    </PaymentRow>
  )
}
