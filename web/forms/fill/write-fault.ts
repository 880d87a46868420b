import { digitsOf, formatMoney } from '../../../domain/format-money.ts'
import type { AnswerFault } from '../../../domain/forms/answers.ts'
import type { Payment } from '../../../domain/forms/content.ts'
import type { Field } from '../../../domain/forms/fields.ts'
import { writeAnswerFault } from '../../../domain/forms/write-answer-fault.ts'

/** The words at a field. A limit of money is written as money, because its amounts are in the minor unit. */
export function writeFault({ kind }: Pick<Field, 'kind'>, fault: AnswerFault, payment: Pick<Payment, 'currency'> | null): string {
  if (kind !== 'ownAmount' || !payment) return writeAnswerFault(fault)
  if (!('limit' in fault)) {
    const isWhole = fault.code === 'notANumber' && digitsOf(payment.currency) === 0
    return writeAnswerFault(isWhole ? { code: 'notWhole' } : fault)
  }
  const limit = formatMoney({ amount: fault.limit, currency: payment.currency })
  return fault.code === 'tooSmall' ? `Enter ${limit} or more.` : `Enter ${limit} or less.`
}
