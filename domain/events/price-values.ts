import { readAmount, writeAmount } from '../money.ts'
import type { Pricing } from './pricing-contract.ts'

/** A price in the form of a game: amounts as the host has typed them. */
export type PriceValues = Pick<Pricing, 'currency' | 'feeBy' | 'refundHours'> & {
  amount: string
  early: { amount: string; days: number } | null
  memberAmount: string | null
}

export function priceValuesOf({ amount, early, memberAmount, ...rest }: Pricing): PriceValues {
  const write = (minor: number) => writeAmount({ amount: minor, currency: rest.currency })
  return {
    ...rest,
    amount: write(amount),
    early: early && { ...early, amount: write(early.amount) },
    memberAmount: memberAmount === null ? null : write(memberAmount),
  }
}

/** The price that was typed. A text that is no amount becomes NaN, which the contract refuses at its field. */
export function readPrice({ amount, early, memberAmount, ...rest }: PriceValues): Pricing {
  const read = (text: string) => readAmount(text, rest.currency) ?? Number.NaN
  return {
    ...rest,
    amount: read(amount),
    early: early && { ...early, amount: read(early.amount) },
    memberAmount: memberAmount === null ? null : read(memberAmount),
  }
}
