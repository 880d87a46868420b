import { readAmount, writeAmount } from '../money.ts'
import type { Pricing } from './pricing-contract.ts'

/** A price in the form of a game: amounts as the host has typed them. */
export type PriceValues = Pick<Pricing, 'currency' | 'feeBy' | 'refundHours' | 'refundIfResold'> & {
  amount: string
  early: { amount: string; days: number } | null
  memberAmount: string | null
  deposit?: { amount: string; dueHours: number } | null
  /** An earlier draft has none. */
  tiers?: TierValues[]
}

/** A kind of ticket. An empty text means that there is none. */
export type TierValues = { id: string; name: string; amount: string; memberAmount: string; seats: string }

export function priceValuesOf({ amount, early, memberAmount, deposit = null, tiers = [], ...rest }: Pricing): PriceValues {
  const write = (minor: number) => writeAmount({ amount: minor, currency: rest.currency })
  return {
    ...rest,
    amount: write(amount),
    early: early && { ...early, amount: write(early.amount) },
    memberAmount: memberAmount === null ? null : write(memberAmount),
    deposit: deposit && { ...deposit, amount: write(deposit.amount) },
    tiers: tiers.map((tier) => ({
      ...{ id: tier.id, name: tier.name, amount: write(tier.amount) },
      memberAmount: tier.memberAmount === null ? '' : write(tier.memberAmount),
      seats: tier.seats === null ? '' : String(tier.seats),
    })),
  }
}

/** The price that was typed. A text that is no amount becomes NaN, which the contract refuses at its field. */
export function readPrice({ amount, early, memberAmount, deposit, tiers = [], ...others }: PriceValues): Pricing {
  const read = (text: string) => readAmount(text, others.currency) ?? Number.NaN
  const rest = { ...others, ...(deposit && { deposit: { ...deposit, amount: read(deposit.amount) }, refundIfResold: false }) }
  const readIfAny = (text: string, from: (text: string) => number) => (text.trim() === '' ? null : from(text))
  const readTiers = tiers.map((tier) => ({
    ...{ id: tier.id, name: tier.name, amount: read(tier.amount) },
    ...{ memberAmount: readIfAny(tier.memberAmount, read), seats: readIfAny(tier.seats, Number) },
  }))
  if (readTiers.length > 0)
    return { ...rest, amount: Math.min(...readTiers.map((tier) => tier.amount)), early: null, memberAmount: null, tiers: readTiers }
  return {
    ...rest,
    amount: read(amount),
    early: early && { ...early, amount: read(early.amount) },
    memberAmount: memberAmount === null ? null : read(memberAmount),
  }
}
