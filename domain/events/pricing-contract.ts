import * as v from 'valibot'
import { formatMoney } from '../format-money.ts'
import { currencies, maxAmountOf, minimumOf } from '../money.ts'
import { wholeNumber } from '../numbers.ts'

/** Who bears our fee: it is taken from what the host gets, or added to what the player pays. */
const feeBearers = ['host', 'player'] as const

const Amount = v.pipe(v.number('Enter a price.'), v.safeInteger('Enter a price.'), v.minValue(1, 'Enter a price above zero.'))

export const maxEarlyDays = 60
const maxRefundHours = 14 * 24

/** What a seat in a game costs. Amounts are in the smallest unit of the currency, such as cents. A game without it is free. */
export const Pricing = v.pipe(
  v.object({
    currency: v.picklist(currencies, 'Choose a currency.'),
    amount: Amount,
    /** A lower price for people who pay so many days before the start; null if there is none. */
    early: v.nullable(v.object({ amount: Amount, days: wholeNumber(`Enter 1 to ${maxEarlyDays} days.`, 1, maxEarlyDays) })),
    /** What a member of the game's community pays for their own seat; null if they pay like everyone. */
    memberAmount: v.nullable(Amount),
    feeBy: v.picklist(feeBearers),
    /** Who leaves until so many hours before the start gets their money back. Null: nobody who leaves does. */
    refundHours: v.nullable(wholeNumber(`Enter up to ${maxRefundHours} hours.`, 0, maxRefundHours)),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { currency, amount, early, memberAmount } = dataset.value
    const [minimum, maximum] = [minimumOf(currency), maxAmountOf(currency)]
    for (const [key, value] of Object.entries({ amount, early: early?.amount, memberAmount })) {
      const message = value === null || value === undefined ? null : judgeAmount(value, minimum, maximum)
      if (message === null) continue
      const money = { amount: message === 'small' ? minimum : maximum, currency }
      const text = message === 'small' ? `The smallest amount is ${formatMoney(money)}.` : `The largest amount is ${formatMoney(money)}.`
      addIssue({ message: text, path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }] })
    }
    if (early !== null && early.amount >= amount)
      addIssue({
        message: 'The early price must be lower.',
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'early', value: early }],
      })
  }),
)
export type Pricing = v.InferOutput<typeof Pricing>

/** The price of a game for one viewer, with all that `priceSeats` needs to know about them. */
export const EventPrice = v.object({
  ...Pricing.entries,
  /** Whether the viewer is a member of the game's community. */
  isMember: v.boolean(),
  /** What we keep of each payment in this game. */
  feeBasisPoints: v.number(),
  /** False for viewers whose plan is without a booking fee. */
  paysBookingFee: v.boolean(),
})
export type EventPrice = v.InferOutput<typeof EventPrice>

const judgeAmount = (amount: number, minimum: number, maximum: number) => (amount < minimum ? 'small' : amount > maximum ? 'large' : null)
