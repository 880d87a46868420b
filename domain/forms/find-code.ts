import * as v from 'valibot'
import { CouponCode } from '../orders/coupon-contract.ts'
import type { Decision } from './decide.ts'
import type { FormIndex } from './index-content.ts'

/** The code that was entered, written as codes are stored. Null if none is asked or entered. */
export function findCode({ fields: placed }: FormIndex, { fields }: Pick<Decision, 'fields'>): { field: string; code: string } | null {
  for (const { field } of placed.values()) {
    const answer = field.kind === 'coupon' ? fields.get(field.id)?.answer : null
    if (typeof answer !== 'string') continue
    const read = v.safeParse(CouponCode, answer)
    return { field: field.id, code: read.success ? read.output : answer }
  }
  return null
}
