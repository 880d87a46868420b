import type { EventPrice, Pricing } from '../events/pricing-contract.ts'
import { priceSeats, type SeatPrice, withFee } from '../events/seat-price.ts'
import { basisPointsInOne, type Money, minimumOf } from '../money.ts'
import { day, hour } from '../time/spans.ts'
import type { Discount } from './coupon-contract.ts'

/** How a person pays: with a deposit if there is one, all at once, or so that each friend pays for their own seat. */
export const payWays = ['usual', 'full', 'split'] as const
export type PayWay = (typeof payWays)[number]

/** What is paid later. */
export type Balance = {
  /** Without a fee that is added. */
  amount: number
  dueAt: number
  /** In how many equal payments friends can pay it; 0 if nobody else is asked. */
  shares: number
}

/** Friends have a day to pay, but not the last hours before the start, in which a seat must find somebody else. */
const splitDuration = day
export const splitEndsBefore = 4 * hour
const minSplitTime = 2 * hour

/** When the shares of friends are due. Null if the game starts too soon for that. */
function splitDueAt(startsAt: number, now: number): number | null {
  const dueAt = Math.min(now + splitDuration, startsAt - splitEndsBefore)
  return dueAt - now >= minSplitTime ? dueAt : null
}

/** Whoever pays on the day on which the balance is due, or later, pays everything at once. */
const minDepositTime = day

type Party = { seats: number; startsAt: number; now: number; coupon?: Discount | null; creditToUse?: number }

/** Whether a party can split the price. In games with a deposit the host has decided what is paid when. */
export const maySplit = ({ deposit }: Pick<Pricing, 'deposit'>, { seats, startsAt, now }: Party): boolean =>
  !deposit && seats > 1 && splitDueAt(startsAt, now) !== null

/** What a person pays now for their seats and those of their guests, and what is paid later. */
export function priceNowAndLater(price: EventPrice, { seats, ...rest }: Party, way: PayWay): SeatPrice & { balance: Balance | null } {
  const { startsAt, now } = rest
  const full = priceSeats(price, { ...price, ...rest, seats })
  const dueAt = splitDueAt(startsAt, now)
  if (way === 'split' && dueAt !== null && maySplit(price, { seats, startsAt, now })) {
    // A coupon and credit are for the person who has them.
    const own = priceSeats(price, { ...price, ...rest, seats: 1 })
    const plain = { ...price, startsAt, now }
    const guests = priceSeats(price, { ...plain, seats }).seatsAmount - priceSeats(price, { ...plain, seats: 1 }).seatsAmount
    if (own.amount > 0) return { ...own, balance: { amount: guests, dueAt, shares: seats - 1 } }
  }
  const deposit = way === 'usual' ? depositOf(price, full, { seats, startsAt, now }) : null
  return deposit ?? { ...full, balance: null }
}

function depositOf(price: EventPrice, full: SeatPrice, { seats, startsAt, now }: Party): (SeatPrice & { balance: Balance }) | null {
  if (!price.deposit) return null
  const dueAt = startsAt - price.deposit.dueHours * hour
  const deposit = price.deposit.amount * seats
  const amount = full.seatsAmount - deposit
  if (dueAt - now < minDepositTime || amount < minimumOf(price.currency)) return null
  return { ...withFee(price, deposit, price), discount: full.discount, credit: full.credit, balance: { amount, dueAt, shares: 0 } }
}

/** What is paid later, with the fee that is added then: by the person, or by all friends together, who have no plan that we know of. */
export function priceLater(price: EventPrice, { amount, shares }: Balance): Money {
  if (shares === 0) return withFee(price, amount, price)
  const share = withFee(price, shareOf({ balance: amount, shares }), { ...price, paysBookingFee: true })
  return { amount: shares * share.amount, currency: share.currency }
}

/** The payment that came before a balance, without the fee that was added, and that fee. */
type FirstPayment = { shares: number; firstAmount: number; firstFee: number }

/**
 * The price of a balance has the fee with which it was told, if the fee of now is higher: a community may have another plan by now, or the
 * person has none any more. Friends have plans of their own, so a first payment without a fee says nothing about theirs.
 */
export function keepFee(price: EventPrice, { shares, firstAmount, firstFee }: FirstPayment): EventPrice {
  if (price.feeBy === 'host' || (shares > 0 && firstFee === 0)) return price
  const isHigher = withFee(price, firstAmount, { ...price, paysBookingFee: true }).bookingFee > firstFee
  return isHigher ? { ...price, feeBasisPoints: Math.ceil((firstFee * basisPointsInOne) / firstAmount) } : price
}

/** What one friend pays, without a fee that is added. All guests pay the same, so it has no rest. */
export const shareOf = ({ balance, shares }: { balance: number; shares: number }): number => balance / shares
