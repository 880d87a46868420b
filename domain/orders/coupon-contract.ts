import * as v from 'valibot'
import { Id } from '../ids.ts'
import { currencies } from '../money.ts'
import { wholeNumber } from '../numbers.ts'

/** The most coupons of one game. */
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

export const CreateCoupon = v.pipe(
  v.object({
    code: CouponCode,
    ...discountFields,
    /** How many payments it can be used for. */
    maxUses: wholeNumber(`Enter 1 to ${maxCouponUses} uses.`, 1, maxCouponUses),
    /** Null: until the game starts. */
    endsAt: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  }),
  v.forward(
    v.check(({ percent, amountOff }) => (percent === null) !== (amountOff === null), 'Enter either percent or an amount.'),
    ['percent'],
  ),
)
export type CreateCoupon = v.InferOutput<typeof CreateCoupon>

/** A coupon as hosts see it. Players never see the list. */
export const Coupon = v.object({
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
})
export type Coupon = v.InferOutput<typeof Coupon>
export const Coupons = v.object({ coupons: v.array(Coupon) })
export type Coupons = v.InferOutput<typeof Coupons>
export const CouponPath = v.object({ id: Id, couponId: Id })

/** A code that does not look like one is a code that does not work. */
export const CheckCoupon = v.object({ code: v.pipe(v.string(), v.maxLength(100)) })
/** What a code that works takes off. */
export const CouponTerms = v.object({ code: v.string(), percent: v.nullable(v.number()), amountOff: v.nullable(v.number()) })
export type CouponTerms = v.InferOutput<typeof CouponTerms>
