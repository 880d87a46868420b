import { type Money, minimumOf, shareOf } from '../money.ts'
import type { Discount } from '../orders/coupon-contract.ts'
import { day, hour } from '../time/spans.ts'
import type { EventPrice, Pricing, RefundTerms, Tier } from './pricing-contract.ts'

type FeeTerms = {
  /** What we keep of each payment in this game. */
  feeBasisPoints: number
  /** Some plans of people are without a booking fee. */
  paysBookingFee: boolean
}

type Buyer = FeeTerms & {
  seats: number
  /** A member of the game's community, or somebody with a membership that counts in this game. */
  isMember: boolean
  startsAt: number
  now: number
  coupon?: Discount | null
  /** What the person has with the payee, if they want to use it. */
  creditToUse?: number
}

export type SeatPrice = Money & {
  /** What a coupon takes off. */
  discount: number
  /** What is paid with credit. */
  credit: number
  /** What the seats cost without the fee that is added, after the discount and the credit. */
  seatsAmount: number
  /** What is added for us; 0 if the host bears it. */
  bookingFee: number
  /** What we keep, whoever pays it. `amount` is the whole price. */
  ourFee: number
}

type WithTiers = Pick<Pricing, 'tiers'>

export const findTier = ({ tiers }: WithTiers, id: string | null | undefined): Tier | undefined => tiers?.find((tier) => tier.id === id)

/** Whether people choose a kind of ticket here. */
export const hasTiers = ({ tiers = [] }: WithTiers): boolean => tiers.length > 0

/** What a seat costs with this kind of ticket, as if the game had no others. */
export function pricingOfTier<Price extends Pricing>(pricing: Price, tierId: string | null | undefined): Price {
  const tier = findTier(pricing, tierId)
  return tier ? { ...pricing, amount: tier.amount, memberAmount: tier.memberAmount, early: null } : pricing
}

/** How many seats can still be taken with this kind of ticket; infinite if only the seats of the game limit it. */
export function countTierSeats({ takenByTier, ...pricing }: EventPrice, tierId: string): number {
  const seats = findTier(pricing, tierId)?.seats ?? Number.POSITIVE_INFINITY
  return Math.max(0, seats - (takenByTier?.[tierId] ?? 0))
}

/** Whether the lower price for those who pay early still holds. */
export const isEarly = ({ early }: Pick<Pricing, 'early'>, startsAt: number, now: number): boolean =>
  early !== null && now < startsAt - early.days * day

/** What everyone can pay now for one seat, without a fee that is added. */
export const priceNow = (pricing: Pricing, startsAt: number, now: number): Money => ({
  amount: isEarly(pricing, startsAt, now) ? Math.min(pricing.amount, pricing.early?.amount ?? pricing.amount) : pricing.amount,
  currency: pricing.currency,
})

/** The same for a card. `isFrom`: other kinds of tickets cost more. */
export const cardPriceOf = (pricing: Pricing, startsAt: number, now: number): Money & { isFrom?: true } => ({
  ...priceNow(pricing, startsAt, now),
  ...(pricing.tiers?.some(({ amount }) => amount > pricing.amount) && { isFrom: true }),
})

/** A discount is rounded down. Stripe charges no tiny amounts: if less than its minimum is left, nothing is. */
export function discountOf(full: Money, { percent, amountOff }: Discount): number {
  const off = percent === null ? Math.min(full.amount, amountOff ?? 0) : shareOf(full.amount, percent * 100)
  return full.amount - off < minimumOf(full.currency) ? full.amount : off
}

/**
 * What of these seats is paid with credit. Stripe charges no tiny amounts, so its minimum is left to pay if the credit is not enough for all:
 * it is money, of which nothing is given away.
 */
function creditFor({ amount, currency }: Money, balance: number): number {
  return balance >= amount ? amount : Math.max(0, Math.min(balance, amount - minimumOf(currency)))
}

/**
 * What a person pays for their seat and those of their guests. Guests are no members. Nobody pays more for being early or a member. A
 * coupon is for all seats together. Our fee is computed from what is left after the coupon and the credit: we had our fee when the money was
 * paid that the credit is from.
 */
export function priceSeats(pricing: Pricing, { seats, isMember, startsAt, now, coupon, creditToUse = 0, ...terms }: Buyer): SeatPrice {
  const { amount: each } = priceNow(pricing, startsAt, now)
  const own = isMember && pricing.memberAmount !== null ? Math.min(each, pricing.memberAmount) : each
  const full = { amount: own + (seats - 1) * each, currency: pricing.currency }
  const discount = coupon ? discountOf(full, coupon) : 0
  const credit = creditFor({ ...full, amount: full.amount - discount }, creditToUse)
  return { ...withFee(pricing, full.amount - discount - credit, terms), discount, credit }
}

/** A payment of this amount with our fee. */
export function withFee(
  { currency, feeBy }: Pick<Pricing, 'currency' | 'feeBy'>,
  seatsAmount: number,
  { feeBasisPoints, paysBookingFee }: FeeTerms,
): SeatPrice {
  const fee = shareOf(seatsAmount, feeBasisPoints)
  const bookingFee = feeBy === 'player' && paysBookingFee ? fee : 0
  return {
    ...{ amount: seatsAmount + bookingFee, currency, discount: 0, credit: 0, seatsAmount, bookingFee },
    ourFee: feeBy === 'host' ? fee : bookingFee,
  }
}

/** What a host takes in cash for the same seats: nothing is added for us. */
export const priceInCash = (pricing: Pricing, buyer: Pick<Buyer, 'seats' | 'isMember' | 'startsAt' | 'now'>): Money => {
  const { seatsAmount, currency } = priceSeats(pricing, { ...buyer, feeBasisPoints: 0, paysBookingFee: false })
  return { amount: seatsAmount, currency }
}

type Refunds = Pick<Pricing, 'refundHours' | 'refundIfResold'>

/** When a player gets the money back who leaves. Whoever has paid has the better of the terms of now and of `own`, those of then. */
export function refundTermsFor({ refundHours, refundIfResold = false }: Refunds, startsAt: number, own?: RefundTerms | null): RefundTerms {
  const deadlines = [refundHours === null ? null : startsAt - refundHours * hour, own?.until ?? null].filter((at) => at !== null)
  return { until: deadlines.length === 0 ? null : Math.max(...deadlines), ifResold: refundIfResold || (own?.ifResold ?? false) }
}

/** Whether a player who leaves now gets the price of the seats back. */
export const isRefunded = ({ until }: Pick<RefundTerms, 'until'>, now: number): boolean => until !== null && now <= until
