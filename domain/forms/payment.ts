import { AppError } from '../errors.ts'
import type { FormContent } from './content.ts'
import { listFields } from './index-content.ts'
import { nameQuotes } from './name-quotes.ts'
import type { FormPart, PartState, PriceLine } from './payment-contract.ts'
import type { FormPrice } from './price-answers.ts'
import type { SubmissionState } from './submission-contract.ts'

/**
 * What we keep of these parts. The fees of all parts together are the whole fee, whichever are paid together: each part has what comes on top
 * of the parts before it.
 */
export function feeOfParts({ parts, amount, ourFee }: Pick<FormPrice, 'parts' | 'amount' | 'ourFee'>, numbers: readonly number[]): number {
  if (amount === 0) return 0
  const sumOfFirst = (count: number) => parts.slice(0, count).reduce((sum, part) => sum + part.amount, 0)
  const feeOfFirst = (count: number) => Math.floor((ourFee * sumOfFirst(count)) / amount)
  return numbers.reduce((sum, number) => sum + feeOfFirst(number + 1) - feeOfFirst(number), 0)
}

export const owingStates: readonly SubmissionState[] = ['paying', 'accepted']
/** They have no place, so what they have paid should go back. */
export const placelessStates: readonly SubmissionState[] = ['declined', 'withdrawn', 'ended']
/** Who waits, asks, has withdrawn, was declined or has lost the place owes nothing. */
export const owesMoney = (state: SubmissionState): boolean => owingStates.includes(state)

type StoredPart = { dueOn: string | null; isPaid: boolean; isRefunded: boolean }

/** `state` is that of the submission, and `today` is the day in the zone of the form. */
export const stateOfPart = ({ dueOn, isPaid, isRefunded }: StoredPart, state: SubmissionState, today: string): PartState => {
  if (isPaid) return isRefunded ? 'refunded' : 'paid'
  if (!owesMoney(state)) return 'notOwed'
  return dueOn === null || dueOn <= today ? 'due' : 'later'
}

export const isUnpaid = ({ state }: Pick<FormPart, 'state'>): boolean => state === 'due' || state === 'later'

type Payable = { state: SubmissionState; payUntil: number | null; unpaid: readonly number[]; numbers: readonly number[] }

/** Why these parts cannot be paid. What is due at once comes first, because it is what gives the place. */
export function judgePaying({ state, payUntil, unpaid, numbers }: Payable, now: number): AppError | null {
  const isInTime = state === 'accepted' || (state === 'paying' && payUntil !== null && now < payUntil)
  if (!isInTime) return new AppError('SubmissionNotPayable')
  if (numbers.some((number) => !unpaid.includes(number))) return new AppError('SubmissionPaid')
  return unpaid.includes(0) && !numbers.includes(0) ? new AppError('FirstPartFirst') : null
}

/** What was charged, in words. The same for several children is one line. A price that the person chose has the label of its field. */
export function listPriceLines(content: Pick<FormContent, 'pages'>, { charges }: Pick<FormPrice, 'charges'>): PriceLine[] {
  const fields = new Map<string, ReturnType<typeof listFields>[number]['field']>(
    nameQuotes(content).pages.flatMap((page) => listFields(page).map(({ field }) => [field.id, field] as const)),
  )
  const lines = new Map<string, PriceLine>()
  for (const { field: id, option, quantity, each, amount } of charges) {
    const field = fields.get(id)
    const chosen = field && 'options' in field ? field.options.find((one) => one.id === option) : undefined
    const label = chosen?.label ?? field?.label ?? ''
    const key = `${label} ${each}`
    const earlier = lines.get(key)
    lines.set(key, { label, each, quantity: quantity + (earlier?.quantity ?? 0), amount: amount + (earlier?.amount ?? 0) })
  }
  return [...lines.values()]
}
