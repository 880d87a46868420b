import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import { formatRefund } from '../../../domain/events/format-refund.ts'
import type { EventPrice } from '../../../domain/events/pricing-contract.ts'
import { countTierSeats, findTier, hasTiers, isEarly, priceNow, pricingOfTier, withFee } from '../../../domain/events/seat-price.ts'
import { formatMoney, formatPrice } from '../../../domain/format-money.ts'
import { hostMembershipsPath } from '../../../domain/memberships/paths.ts'
import { day } from '../../../domain/time/spans.ts'
import { textButtonClasses } from '../../ui/text-button.tsx'
import { useCreditChoice, useTypedCoupon } from '../coupons.ts'
import { payLabel, priceFor, priceOfBalance, useGoOnToPay, usePaying } from '../pay-for-seats.ts'
import { usePayWay } from '../pay-way.ts'
import { BalanceBox } from './balance-box.tsx'
import type { JoinProps } from './card-links.tsx'
import CouponField from './coupon-field.tsx'
import CreditSwitch from './credit-switch.tsx'
import { GuestSeat } from './guest-seat.tsx'
import { JoinBar, JoinCard } from './join-card.tsx'
import PayWayChoice, { formatLater } from './pay-way-choice.tsx'
import TierChoice from './tier-choice.tsx'
import type { Sale } from './use-primary-action.ts'

type PaidEvent = EventDetail & { price: EventPrice }
type PaidProps = JoinProps & { event: PaidEvent }

const isPaid = (event: EventDetail): event is PaidEvent => event.price !== null

export default function PaidJoin({ event, ...props }: JoinProps) {
  return isPaid(event) && <WithPrice {...props} event={event} />
}

function WithPrice(props: PaidProps) {
  const sale = useSale(props)
  useGoOnToPay(props.event)
  return (
    <>
      <JoinCard {...props} sale={sale} />
      <JoinBar {...props} sale={sale} />
    </>
  )
}

function useSale(props: PaidProps): Sale {
  const { event, viewerState, now } = props
  const { pay, isPending } = usePaying(event.id)
  const { mine } = event.live
  const seats = mine?.seats ?? 1
  const { tiers = [] } = event.price
  const debt = mine?.balance ?? null
  const isFirst = viewerState === 'paying' && !debt
  const mustChoose = isFirst && hasTiers(event.price) && !findTier(event.price, mine?.tierId)
  const [picked, pick] = useState<string | null>(null)
  const firstFree = tiers.find(({ id }) => countTierSeats(event.price, id) >= seats)
  const tierId = mustChoose ? (picked ?? firstFree?.id ?? null) : (mine?.tierId ?? null)
  const coupon = useTypedCoupon(event.id)
  const usesCredit = useCreditChoice(event.id)
  const way = usePayWay(event.id)
  const total = debt
    ? priceOfBalance(event.price, debt)
    : priceFor(event, { seats, tierId }, now, isFirst ? { coupon, usesCredit, way } : { way: 'full' })
  const isGuest = event.guestOf !== undefined && (viewerState === 'open' || viewerState === 'full')
  const isFrom = tierId === null && tiers.some(({ amount }) => amount !== event.price.amount)
  const price = formatPrice({ ...total, isFrom })
  return {
    price,
    asksFirst: hasTiers(event.price) || event.price.hasCoupons === true || event.price.credit !== undefined || Boolean(event.price.deposit),
    title:
      debt || isGuest ? null : (
        <span className="flex items-baseline gap-1.5">
          <b className="text-[1.375rem] leading-tight first-letter:uppercase">{price}</b>
          <span className="text-small text-soft">{seats === 1 ? 'per seat' : `for ${seats} seats`}</span>
        </span>
      ),
    facts: isGuest ? (
      <GuestSeat {...props} />
    ) : (
      <>
        {mustChoose && <TierChoice price={event.price} value={tierId} onChange={pick} />}
        {debt && <BalanceBox {...props} debt={debt} />}
        {isFirst && event.price.hasCoupons && <CouponField eventId={event.id} currency={event.price.currency} />}
        {isFirst && event.price.credit !== undefined && <CreditSwitch eventId={event.id} credit={event.price.credit} total={total} />}
        {isFirst && <PayWayChoice event={{ ...event, price: pricingOfTier(event.price, tierId) }} seats={seats} now={now} />}
        <Facts lines={listFacts(props, total)} />
      </>
    ),
    pay: { label: payLabel(total, price), press: () => pay(total), isPending, opensDialog: false },
  }
}

const Facts = ({ lines }: { lines: readonly ReactNode[] }) =>
  lines.length > 0 && (
    <ul className="grid gap-1 text-small text-soft">
      {lines.map((line, index) => (
        // The lines have no state, so their position can be their key.
        <li key={lineKey(index)}>{line}</li>
      ))}
    </ul>
  )
const lineKey = (index: number) => `line-${index}`

function listFacts({ event, viewerState, now }: PaidProps, total: ReturnType<typeof priceFor>): ReactNode[] {
  const { price, startsAt, timeZone } = event
  if (viewerState === 'going') return event.isHost ? [] : [formatRefund(event, now, { own: event.live.mine?.refund })]
  if (!['early', 'open', 'full', 'scheduled', 'offered', 'paying', 'asked', 'waiting'].includes(viewerState)) return []
  const money = (amount: number) => formatMoney({ amount, currency: price.currency })
  const each = priceNow(price, startsAt, now).amount
  const early = isEarly(price, startsAt, now) ? price.early : null
  const { memberAmount, isMember } = price
  const isPaying = viewerState === 'paying'
  const ownTier = findTier(price, event.live.mine?.tierId)
  const tickets = ownTier ? [ownTier.name] : isPaying ? [] : (price.tiers ?? []).map(({ name, amount }) => `${name} ${money(amount)}`)
  const isCheaper = memberAmount !== null && memberAmount < each
  const lines = [
    tickets.length > 0 && `${tickets.join(', ')}.`,
    !isPaying && price.credit !== undefined && `You have ${money(price.credit)} credit with this host.`,
    total.balance && formatLater({ balance: total.balance, price, timeZone, now }),
    !total.balance &&
      price.deposit &&
      !event.live.mine?.balance &&
      !isPaying &&
      `Deposit ${money(withFee(price, price.deposit.amount, price).amount)} per seat, the rest later.`,
    total.bookingFee > 0 && `Includes ${money(total.bookingFee)} booking fee.`,
    !isPaying && isCheaper && (isMember ? 'Your price as a member.' : `Members pay ${money(memberAmount)}.`),
    price.sellerId !== undefined && (
      <Link to={hostMembershipsPath(price.sellerId)} className={textButtonClasses}>
        Memberships
      </Link>
    ),
    !isPaying &&
      early &&
      `Early price until ${formatDeadline(startsAt - early.days * day, { timeZone, now })}, then ${money(price.amount)}.`,
    formatRefund(event, now),
  ]
  return lines.filter(Boolean)
}
