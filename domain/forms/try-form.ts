import type { FormContent } from './content.ts'
import type { TriedForm, TryForm } from './contract.ts'
import { decide, keepAsked } from './decide.ts'
import { indexContent } from './index-content.ts'
import { priceAnswers } from './price-answers.ts'

/** Says what a form does with these answers, by the same rules by which they would be taken. */
export function tryForm(content: FormContent, { answers, today, isMember }: TryForm, feeBasisPoints: number): TriedForm {
  const index = indexContent(content)
  const decision = decide(index, answers, today)
  const price = priceAnswers(index, decision, { today, isMember, coupon: null, feeBasisPoints })
  return {
    ...{ pages: decision.pages, ending: decision.ending.id, answers: keepAsked(decision), faults: decision.faults },
    price: price && { amount: price.amount, currency: price.currency, bookingFee: price.bookingFee, parts: price.parts },
  }
}
