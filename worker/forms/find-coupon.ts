import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import type { FormContent } from '../../domain/forms/content.ts'
import type { Currency } from '../../domain/money.ts'
import { CouponCode, type CouponTerms } from '../../domain/orders/coupon-contract.ts'
import { asJson, computed, orNull, selectFields } from '../platform/row-query.ts'
import { formCoupons, submissions } from './schema.ts'

export const c = alias(formCoupons, 'c')
const used = alias(submissions, 'used')

/** Whoever was declined, has left or has not paid in time uses a coupon no more. */
export const usingStates = sql`('paying', 'waiting', 'asked', 'accepted')`

/** How many submissions use coupon `c`. */
export const uses = sql`(SELECT count(*) FROM ${submissions} ${used} WHERE ${used.couponId} = ${c.id} AND ${used.couponId} IS NOT NULL
  AND ${used.state} IN ${usingStates})`

const isUsable = (now: number): SQL =>
  sql`(${c.endedAt} IS NULL AND (${c.endsAt} IS NULL OR ${c.endsAt} > ${now}) AND ${uses} < ${c.maxUses})`

/** Whether this coupon still works, inside a batch. Without one nothing is used. */
export const mayUseCoupon = (couponId: string | null, now: number): SQL =>
  couponId === null ? sql`1` : sql`EXISTS (SELECT 1 FROM ${formCoupons} ${c} WHERE ${c.id} = ${couponId} AND ${isUsable(now)})`

/** Whether a submission that was ended can have its coupon again, inside a batch. When the coupon itself ended does not matter. */
export const hasUseLeft = (couponId: SQLWrapper): SQL =>
  sql`(${couponId} IS NULL OR EXISTS (SELECT 1 FROM ${formCoupons} ${c} WHERE ${c.id} = ${couponId} AND ${uses} < ${c.maxUses}))`

/** The coupon of a form with this code, if it works now. */
export function selectCoupon(formId: string, typed: string, now: number) {
  const code = v.safeParse(CouponCode, typed)
  return selectFields(
    { id: c.id, code: c.code, percent: c.percent, amountOff: c.amountOff, currency: c.currency },
    sql`FROM ${formCoupons} ${c} WHERE ${c.formId} = ${formId} AND ${c.code} = ${code.success ? code.output : null} AND ${isUsable(now)}`,
  )
}

export type FoundCoupon = CouponTerms & { id: string; currency: Currency }

/** The coupon of submission `s`. Who has used it keeps its price, also after it has ended. */
export const usedCoupon = computed(
  sql`(SELECT json_object('code', ${c.code}, 'percent', ${c.percent}, 'amountOff', ${c.amountOff}) FROM ${formCoupons} ${c} WHERE ${c.id} = ${submissions.couponId})`,
  orNull(asJson<CouponTerms>()),
)

/** The coupon, if it counts. An amount only counts in its own currency, which the form may have changed. */
export const couponIn = (coupon: FoundCoupon | null, payment: FormContent['payment']): FoundCoupon | null =>
  coupon && payment && (coupon.percent !== null || coupon.currency === payment.currency) ? coupon : null
