import type { CouponTerms } from '../../../domain/orders/coupon-contract.ts'

/** What we know of the code that was entered. Only the server knows the codes. */
export type EnteredCoupon = { code: string | null; terms: CouponTerms | null; isChecking: boolean; error: string | undefined }

export const noCoupon: EnteredCoupon = { code: null, terms: null, isChecking: false, error: undefined }
