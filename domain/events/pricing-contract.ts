import * as v from 'valibot'
import { formatMoney } from '../format-money.ts'
import { currencies, maxAmountOf, minimumOf } from '../money.ts'
import { wholeNumber } from '../numbers.ts'
import { properName } from '../texts.ts'

/** Who bears our fee: it is taken from what the host gets, or added to what the player pays. */
const feeBearers = ['host', 'player'] as const

const Amount = v.pipe(v.number('Enter a price.'), v.safeInteger('Enter a price.'), v.minValue(1, 'Enter a price above zero.'))

export const maxEarlyDays = 60
const maxDepositHours = 30 * 24
const maxRefundHours = 14 * 24

export const maxTiers = 6
const maxTierNameLength = 40
/** As many as a game can have. */
const maxTierSeats = 1000
const seatsMessage = `Enter 1 to ${maxTierSeats} seats, or leave it empty.`

/** A kind of ticket with its own price, such as "Student". Whoever buys it is not asked for a proof. */
export const Tier = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  name: properName('A ticket’s name', 1, maxTierNameLength),
  amount: Amount,
  /** What a member of the community pays for their own seat; null if they pay like everyone. */
  memberAmount: v.nullable(Amount),
  /** How many seats can be taken with it; null if only the seats of the game limit it. */
  seats: v.nullable(wholeNumber(seatsMessage, 1, maxTierSeats)),
})
export type Tier = v.InferOutput<typeof Tier>

const areUnique = (keys: readonly string[]) => new Set(keys).size === keys.length

const Tiers = v.pipe(
  v.array(Tier),
  v.maxLength(maxTiers, `A game can have up to ${maxTiers} kinds of tickets.`),
  v.check(
    (tiers) => areUnique(tiers.map(({ id }) => id)) && areUnique(tiers.map(({ name }) => name.toLowerCase())),
    'Give each ticket a different name.',
  ),
)

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
    /** What is paid for each seat when joining. The rest, the balance, is due so many hours before the start. */
    deposit: v.optional(
      v.nullable(
        v.object({
          amount: Amount,
          dueHours: wholeNumber(`Enter 1 to ${maxDepositHours} hours.`, 1, maxDepositHours),
        }),
      ),
    ),
    /** Who leaves later gets the money back if somebody buys the seat. */
    refundIfResold: v.optional(v.boolean()),
    /** The kinds of tickets to choose from. Then `amount` is that of the cheapest, and the other prices are those of the tickets. */
    tiers: v.optional(Tiers),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { currency, amount, early, memberAmount, deposit, tiers = [] } = dataset.value
    const [minimum, maximum] = [minimumOf(currency), maxAmountOf(currency)]
    const own = Object.entries({ amount, early: early?.amount, memberAmount, deposit: deposit?.amount }).map(([key, value]) => ({
      value,
      path: [key] as const,
    }))
    const ofTiers = tiers.flatMap((tier, index) =>
      (['amount', 'memberAmount'] as const).map((key) => ({ value: tier[key], path: ['tiers', index, key] as const })),
    )
    for (const {
      value,
      path: [first, ...rest],
    } of [...own, ...ofTiers]) {
      const message = value === null || value === undefined ? null : judgeAmount(value, minimum, maximum)
      if (message === null) continue
      const money = { amount: message === 'small' ? minimum : maximum, currency }
      const text = message === 'small' ? `The smallest amount is ${formatMoney(money)}.` : `The largest amount is ${formatMoney(money)}.`
      const toItem = (key: string | number) => ({ type: 'unknown' as const, origin: 'value' as const, input: dataset.value, key, value })
      addIssue({ message: text, path: [toItem(first), ...rest.map(toItem)] })
    }
    if (deposit && deposit.amount >= amount)
      addIssue({
        message: 'The deposit must be lower than the price.',
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'deposit', value: deposit }],
      })
    if (early !== null && early.amount >= amount)
      addIssue({
        message: 'The early price must be lower.',
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'early', value: early }],
      })
  }),
  v.check(
    ({ deposit, refundIfResold }) => !deposit || !refundIfResold,
    'With a deposit, no money comes back for seats that are sold again.',
  ),
  v.check(
    ({ tiers = [], early, memberAmount }) => tiers.length === 0 || (early === null && memberAmount === null),
    'A game with several tickets has no other prices.',
  ),
  v.check(
    ({ tiers = [], amount }) => tiers.length === 0 || amount === Math.min(...tiers.map((tier) => tier.amount)),
    'The price must be that of the cheapest ticket.',
  ),
)
export type Pricing = v.InferOutput<typeof Pricing>

/** The price of a game for one viewer, with all that `priceSeats` needs to know about them. */
export const EventPrice = v.object({
  ...Pricing.entries,
  /** Whether the viewer is a member of the game's community, or has a membership that counts in this game. */
  isMember: v.boolean(),
  /** What we keep of each payment in this game. */
  feeBasisPoints: v.number(),
  /** False for viewers whose plan is without a booking fee. */
  paysBookingFee: v.boolean(),
  /** Whether the hosts gave out codes for it. */
  hasCoupons: v.optional(v.boolean()),
  /** What the viewer has with whoever is paid for the game, in its currency. Left out if it is nothing. */
  credit: v.optional(v.number()),
  /** Who sells memberships with which the viewer would pay the member price. Left out if nobody does, or they pay it already. */
  sellerId: v.optional(v.string()),
  /** How many seats are taken with each kind of ticket, by its id. */
  takenByTier: v.optional(v.record(v.string(), v.number())),
})
export type EventPrice = v.InferOutput<typeof EventPrice>

const judgeAmount = (amount: number, minimum: number, maximum: number) => (amount < minimum ? 'small' : amount > maximum ? 'large' : null)

/** Under which terms a person has paid for their seats. A host who makes them worse later, or moves the game, takes nothing away. */
export const RefundTerms = v.object({
  /** Until when the money comes back if they leave. Null: never. */
  until: v.nullable(v.number()),
  /** Whether it comes back later, too, if somebody buys the seat. */
  ifResold: v.boolean(),
})
export type RefundTerms = v.InferOutput<typeof RefundTerms>
