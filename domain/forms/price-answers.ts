import { discountOf } from '../events/seat-price.ts'
import { type Money, maxAmountOf, minimumOf, shareOf } from '../money.ts'
import type { Discount } from '../orders/coupon-contract.ts'
import type { Chosen } from './answers.ts'
import type { Payment } from './content.ts'
import type { Decision, FieldState } from './decide.ts'
import type { ProductOption } from './fields.ts'
import type { FormIndex, PlacedField, PriceChange } from './index-content.ts'

export type PriceFacts = {
  /** The day of paying, in the zone of the form. */
  today: string
  isMember: boolean
  coupon: Discount | null
  /** What we keep of each payment. */
  feeBasisPoints: number
}

/** One line of what is paid: so many of an option, or an amount that the person chose. */
export type Charge = { field: string; row: number | null; option: string | null; quantity: number; each: number; amount: number }

export type FormPrice = Money & {
  charges: Charge[]
  /** What further rows cost less. */
  siblingDiscount: number
  couponDiscount: number
  /** What is added for us; 0 if the owner bears it. */
  bookingFee: number
  /** What we keep of all of it, whoever pays it. */
  ourFee: number
  /** What is paid now and what later. Their sum is the whole `amount`. Without anything to pay there is none. */
  parts: { on: string | null; amount: number }[]
  /** Why it cannot be paid: Stripe takes no such amount. */
  fault: 'tooSmall' | 'tooLarge' | null
}

/** What a form with these answers costs. Null if nothing in it costs money. Only what is asked is charged. */
export function priceAnswers(index: FormIndex, decision: Decision, facts: PriceFacts): FormPrice | null {
  const { payment } = index.content
  if (!payment) return null
  const charges = listCharges(index, decision, payment, facts)
  const siblingDiscount = discountSiblings(index, charges, payment)
  const full = charges.reduce((sum, { amount }) => sum + amount, 0) - siblingDiscount
  const couponDiscount = facts.coupon ? discountOf({ amount: full, currency: payment.currency }, facts.coupon) : 0
  const left = full - couponDiscount
  const fee = shareOf(left, facts.feeBasisPoints)
  const bookingFee = payment.feeBy === 'player' ? fee : 0
  const amount = left + bookingFee
  const { currency } = payment
  return {
    ...{ amount, currency, charges, siblingDiscount, couponDiscount, bookingFee, ourFee: fee },
    parts: splitAmount({ amount, currency }, payment.later, facts.today),
    fault: amount > maxAmountOf(currency) ? 'tooLarge' : amount > 0 && amount < minimumOf(currency) ? 'tooSmall' : null,
  }
}

function listCharges(index: FormIndex, decision: Decision, payment: Payment, facts: PriceFacts): Charge[] {
  const chargesOf = (id: string, state: FieldState | undefined, row: number | null): Charge[] => {
    const placed = index.fields.get(id)
    return placed && state?.isAsked ? chargesOfField(placed, state, row, payment, facts) : []
  }
  return index.content.pages.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const state = decision.fields.get(field.id)
      if (field.kind !== 'group') return chargesOf(field.id, state, null)
      return (state?.rows ?? []).flatMap((states, row) => field.fields.flatMap(({ id }) => chargesOf(id, states.get(id), row)))
    }),
  )
}

function chargesOfField(
  { field }: PlacedField,
  { answer, prices = [] }: FieldState,
  row: number | null,
  payment: Payment,
  facts: PriceFacts,
): Charge[] {
  const line = { field: field.id, row }
  if (field.kind === 'ownAmount' && typeof answer === 'number' && answer > 0)
    return [{ ...line, option: null, quantity: 1, each: answer, amount: answer }]
  if (field.kind !== 'product' || !Array.isArray(answer)) return []
  return (answer as readonly Chosen[]).flatMap(({ option: id, quantity }) => {
    const option = field.options.find((one) => one.id === id)
    if (!option) return []
    const each = priceOfOne(option, prices, payment, facts)
    return each === 0 ? [] : [{ ...line, option: id, quantity, each, amount: each * quantity }]
  })
}

/** What one of an option costs: what a rule has set, or its own price. */
export const priceOfOne = (
  option: ProductOption,
  prices: readonly PriceChange[],
  payment: Pick<Payment, 'earlyUntil'>,
  facts: Pick<PriceFacts, 'today' | 'isMember'>,
): number =>
  prices.findLast((price) => price.option === null || price.option === option.id)?.amount ?? priceOfOption(option, payment, facts)

/** Nobody pays more for being early or a member. */
function priceOfOption(
  option: ProductOption,
  { earlyUntil }: Pick<Payment, 'earlyUntil'>,
  { today, isMember }: Pick<PriceFacts, 'today' | 'isMember'>,
): number {
  const early = earlyUntil !== null && today <= earlyUntil ? option.earlyAmount : null
  const member = isMember ? option.memberAmount : null
  return Math.min(option.amount, early ?? option.amount, member ?? option.amount)
}

/** The row that costs most is paid in full, so that the order of the rows does not matter. */
function discountSiblings({ fields }: FormIndex, charges: readonly Charge[], { siblingPercent }: Payment): number {
  if (siblingPercent === null) return 0
  // The first rows of two groups are two people.
  const rows = new Map<string, number>()
  for (const { field, row, amount } of charges) {
    if (row === null) continue
    const key = `${fields.get(field)?.group?.id} ${row}`
    rows.set(key, (rows.get(key) ?? 0) + amount)
  }
  const [, ...further] = [...rows.values()].sort((a, b) => b - a)
  return further.reduce((sum, amount) => sum + shareOf(amount, siblingPercent * 100), 0)
}

/**
 * Splits an amount into what is due now and the shares that are due later. A date that has passed is now. If Stripe would not take one of the
 * parts, because it is tiny, everything is due now.
 */
function splitAmount({ amount, currency }: Money, later: Payment['later'], today: string): FormPrice['parts'] {
  if (amount <= 0) return []
  const shares = later.filter(({ on }) => on > today).map(({ on, percent }) => ({ on, amount: shareOf(amount, percent * 100) }))
  const now = amount - shares.reduce((sum, share) => sum + share.amount, 0)
  const parts = [{ on: null, amount: now }, ...shares]
  return parts.some((part) => part.amount < minimumOf(currency)) ? [{ on: null, amount }] : parts
}
