import { AppError } from '../errors.ts'
import type { Discount } from '../orders/coupon-contract.ts'
import type { RawAnswers } from './answers.ts'
import type { FormContent } from './content.ts'
import { decide, keepAsked, type StoredAnswers } from './decide.ts'
import { type FormIndex, indexContent } from './index-content.ts'
import { countOptions, labelOf, type OptionCount } from './list-options.ts'
import { type FormPrice, priceAnswers } from './price-answers.ts'
import { answerPath, writeAnswerFault } from './write-answer-fault.ts'

type Facts = { today: string; isMember: boolean; coupon: Discount | null; feeBasisPoints: number }

export type PreparedSubmission = {
  answers: StoredAnswers
  label: string
  ending: string
  /** Null if it costs nothing. */
  price: FormPrice | null
  options: OptionCount[]
}

const groupOf = ({ fields }: FormIndex, id: string): string | null => fields.get(id)?.group?.id ?? null

/**
 * What is stored of answers: they are judged by the same rules as in the browser. Throws with an issue at each answer that is wrong.
 */
export function prepareSubmission(content: FormContent, answers: RawAnswers, facts: Facts): PreparedSubmission {
  const index = indexContent(content)
  const decision = decide(index, answers, facts.today)
  if (decision.faults.length > 0) {
    const issues = decision.faults.map((fault) => ({
      path: answerPath(fault, groupOf(index, fault.field)),
      message: writeAnswerFault(fault),
    }))
    throw new AppError('AnswersInvalid', { issues })
  }
  if (decision.ending.isRefusal) throw new AppError('FormNotForYou')
  const priced = priceAnswers(index, decision, facts)
  const price = priced && priced.amount > 0 ? priced : null
  if (price?.fault) throw new AppError('FormTotalNotPayable')
  const stored = keepAsked(decision)
  return {
    ...{ answers: stored, label: labelOf(content, stored), ending: decision.ending.id, price },
    options: countOptions(content, stored),
  }
}

/** Whether the person has seen this price. */
export const isSameTotal = (price: FormPrice | null, seen: { amount: number; currency: string } | null): boolean =>
  price ? seen?.amount === price.amount && seen.currency === price.currency : (seen?.amount ?? 0) === 0
