import * as v from 'valibot'
import { Id } from '../ids.ts'
import { currencies } from '../money.ts'
import { wholeNumber } from '../numbers.ts'

/** The most coupons of one game, one series or one form. */
export const maxCoupons = 50
const maxCouponUses = 1000

/** Typed in any case, stored in capital letters. */
export const CouponCode = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z\d]{4,20}$/, 'A code has 4 to 20 letters and digits.'),
)

/** What a coupon takes off the price of all seats together. One of the two is null. */
const discountFields = {
  percent: v.nullable(wholeNumber('Enter 1 to 100 percent.', 1, 100)),
  amountOff: v.nullable(v.pipe(v.number('Enter an amount.'), v.safeInteger('Enter an amount.'), v.minValue(1, 'Enter an amount.'))),
}
export type Discount = { percent: number | null; amountOff: number | null }

const newCoupon = {
  code: CouponCode,
  ...discountFields,
  /** How many payments it can be used for. */
  maxUses: wholeNumber(`Enter 1 to ${maxCouponUses} uses.`, 1, maxCouponUses),
  /** Null: until the game starts. */
  endsAt: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
}
const hasOneKind = ({ percent, amountOff }: Discount): boolean => (percent === null) !== (amountOff === null)
const oneKindOnly = 'Enter either percent or an amount.'

export const CreateCoupon = v.pipe(
  v.object(newCoupon),
  v.forward(
    v.check((coupon) => hasOneKind(coupon), oneKindOnly),
    ['percent'],
  ),
)
export type CreateCoupon = v.InferOutput<typeof CreateCoupon>

export const CreateGameCoupon = v.pipe(
  v.object({
    ...newCoupon,
    /** It works on all dates of the series, and `maxUses` counts over all of them. */
    isForSeries: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check((coupon) => hasOneKind(coupon), oneKindOnly),
    ['percent'],
  ),
)
export type CreateGameCoupon = v.InferOutput<typeof CreateGameCoupon>

/** A coupon as hosts see it. Players never see the list. */
const couponFields = {
  id: v.string(),
  code: v.string(),
  percent: v.nullable(v.number()),
  amountOff: v.nullable(v.number()),
  currency: v.picklist(currencies),
  maxUses: v.number(),
  uses: v.number(),
  endsAt: v.nullable(v.number()),
  /** A host has ended it. */
  endedAt: v.nullable(v.number()),
}
const Coupon = v.object(couponFields)
export type Coupon = v.InferOutput<typeof Coupon>
export const Coupons = v.object({ coupons: v.array(Coupon) })
export type Coupons = v.InferOutput<typeof Coupons>

const GameCoupon = v.object({ ...couponFields, isForSeries: v.boolean() })
export type GameCoupon = v.InferOutput<typeof GameCoupon>
export const GameCoupons = v.object({
  coupons: v.array(GameCoupon),
  /** The game is a date of a series, and the viewer hosts all of its dates: they make and end coupons for the series. */
  isSeriesHost: v.boolean(),
})
export type GameCoupons = v.InferOutput<typeof GameCoupons>
export const CouponPath = v.object({ id: Id, couponId: Id })

/** A code that does not look like one is a code that does not work. */
export const CheckCoupon = v.object({ code: v.pipe(v.string(), v.maxLength(100)) })
/** What a code that works takes off. */
export const CouponTerms = v.object({ code: v.string(), percent: v.nullable(v.number()), amountOff: v.nullable(v.number()) })
export type CouponTerms = v.InferOutput<typeof CouponTerms>
