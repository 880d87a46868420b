import { AppError } from '../errors.ts'
import type { CouponTerms } from '../orders/coupon-contract.ts'
import type { RawAnswers } from './answers.ts'
import type { FormContent } from './content.ts'
import { decide, keepAsked, listMissing, type MissingAnswer, type StoredAnswers } from './decide.ts'
import { findCode } from './find-code.ts'
import { type FormIndex, indexContent } from './index-content.ts'
import { countOptions, labelOf, type OptionCount } from './list-options.ts'
import { type FormPrice, priceAnswers } from './price-answers.ts'
import { answerPath, writeAnswerFault } from './write-answer-fault.ts'

type Facts = {
  today: string
  isMember: boolean
  /** A coupon of the form that works for this person. It only counts if its code was entered. */
  coupon: CouponTerms | null
  feeBasisPoints: number
  /** The waivers that the person has signed before: see `signedKeys`. */
  signed?: ReadonlySet<string>
  /** An organizer fills the form for somebody else. */
  isForAnother?: boolean
}

export type PreparedSubmission = {
  answers: StoredAnswers
  label: string
  ending: string
  /** Null if it costs nothing. */
  price: FormPrice | null
  /** The code that was entered and counts. */
  code: string | null
  options: OptionCount[]
  /** What somebody else must add before it counts. */
  missing: MissingAnswer[]
}

const groupOf = ({ fields }: FormIndex, id: string): string | null => fields.get(id)?.group?.id ?? null

/**
 * What is stored of answers: they are judged by the same rules as in the browser. Throws with an issue at each answer that is wrong.
 */
export function prepareSubmission(content: FormContent, answers: RawAnswers, facts: Facts): PreparedSubmission {
  const index = indexContent(content)
  const decision = decide(index, answers, facts.today, facts)
  if (decision.faults.length > 0) {
    const issues = decision.faults.map((fault) => ({
      path: answerPath(fault, groupOf(index, fault.field)),
      message: writeAnswerFault(fault),
    }))
    // The form lets nobody enter it, so it is about an offer that is not ours, as a wrong price is.
    const isNotOffered = decision.faults.some(({ field, code }) => index.fields.get(field)?.field.kind === 'product' && code !== 'required')
    throw new AppError(isNotOffered ? 'FormQuantityNotOffered' : 'AnswersInvalid', { issues })
  }
  if (decision.ending.isRefusal) throw new AppError('FormNotForYou')
  const entered = findCode(index, decision)
  if (entered && entered.code !== facts.coupon?.code)
    throw new AppError('CouponNotValid', { field: answerPath({ field: entered.field, row: null }, null) })
  const coupon = entered ? facts.coupon : null
  const priced = priceAnswers(index, decision, { ...facts, coupon })
  const price = priced && priced.amount > 0 ? priced : null
  if (price?.fault) throw new AppError('FormTotalNotPayable')
  const stored = keepAsked(decision)
  return {
    ...{ answers: stored, label: labelOf(content, stored), ending: decision.ending.id, price, code: entered?.code ?? null },
    options: countOptions(content, stored),
    missing: listMissing(decision),
  }
}

/** Whether the person has seen this price. */
export const isSameTotal = (price: FormPrice | null, seen: { amount: number; currency: string } | null): boolean =>
  price ? seen?.amount === price.amount && seen.currency === price.currency : (seen?.amount ?? 0) === 0

/**
 * The price of a submission after its answers were changed. What it costs stays, because it may be paid already; only what it is for may change.
 * Our fee stays as well, whatever plan the community has now, so `changed` is computed without one.
 */
export function keepTotal(stored: FormPrice | null, changed: FormPrice | null): FormPrice | null {
  if ((changed?.amount ?? 0) !== (stored ? stored.amount - stored.bookingFee : 0)) throw new AppError('SubmissionPriceFixed')
  if (!stored || !changed) return stored
  const { charges, siblingDiscount, couponDiscount } = changed
  return { ...stored, charges, siblingDiscount, couponDiscount }
}
