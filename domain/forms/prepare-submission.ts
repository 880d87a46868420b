import { AppError } from '../errors.ts'
import type { Discount } from '../orders/coupon-contract.ts'
import type { RawAnswers } from './answers.ts'
import type { FormContent } from './content.ts'
import { type Decision, decide, keepAsked, listMissing, type MissingAnswer, type StoredAnswers } from './decide.ts'
import { type FormIndex, indexContent } from './index-content.ts'
import { countOptions, labelOf, type OptionCount } from './list-options.ts'
import { type FormPrice, priceAnswers } from './price-answers.ts'
import { answerPath, writeAnswerFault } from './write-answer-fault.ts'

type Facts = { today: string; isMember: boolean; coupon: Discount | null; feeBasisPoints: number; isForAnother?: boolean }

export type PreparedSubmission = {
  answers: StoredAnswers
  label: string
  ending: string
  /** Null if it costs nothing. */
  price: FormPrice | null
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
  const decision = decide(index, answers, facts.today, { isForAnother: facts.isForAnother })
  if (decision.faults.length > 0) {
    const issues = decision.faults.map((fault) => ({
      path: answerPath(fault, groupOf(index, fault.field)),
      message: writeAnswerFault(fault),
    }))
    throw new AppError('AnswersInvalid', { issues })
  }
  if (decision.ending.isRefusal) throw new AppError('FormNotForYou')
  const code = findCode(index, decision)
  // No form has codes of its own yet, so none of them works.
  if (code && !facts.coupon) throw new AppError('CouponNotValid', { field: code })
  const priced = priceAnswers(index, decision, facts)
  const price = priced && priced.amount > 0 ? priced : null
  if (price?.fault) throw new AppError('FormTotalNotPayable')
  const stored = keepAsked(decision)
  return {
    ...{ answers: stored, label: labelOf(content, stored), ending: decision.ending.id, price },
    options: countOptions(content, stored),
    missing: listMissing(decision),
  }
}

/** The place of a code that was entered. */
function findCode(index: FormIndex, { fields }: Decision): string | null {
  for (const { field, group } of index.fields.values()) {
    if (field.kind !== 'coupon') continue
    const rows = group ? (fields.get(group.id)?.rows ?? []) : [null]
    const row = rows.findIndex((states) => ((states ?? fields).get(field.id)?.answer ?? null) !== null)
    if (row >= 0) return answerPath({ field: field.id, row: group ? row : null }, group?.id ?? null)
  }
  return null
}

/** Whether the person has seen this price. */
export const isSameTotal = (price: FormPrice | null, seen: { amount: number; currency: string } | null): boolean =>
  price ? seen?.amount === price.amount && seen.currency === price.currency : (seen?.amount ?? 0) === 0
