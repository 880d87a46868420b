import type { AnswerFault } from '../../../domain/forms/answers.ts'
import type { FieldState } from '../../../domain/forms/decide.ts'

const isSameFault = (a: AnswerFault | null, b: AnswerFault | null) =>
  a === b || (a !== null && b !== null && a.code === b.code && numberIn(a) === numberIn(b))
const numberIn = (fault: AnswerFault) => ('limit' in fault ? fault.limit : 'date' in fault ? fault.date : null)

export const isSameList = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((one, at) => one === b[at])

/** An answer that is an object belongs to a value that is compared as well. Only what is computed has an answer without a value. */
export function isSameState(a: FieldState, b: FieldState): boolean {
  const isSameAnswer = a.answer === b.answer || (typeof a.answer === 'object' && typeof b.answer === 'object')
  return (
    isSameAnswer &&
    a.isAsked === b.isAsked &&
    a.isRequired === b.isRequired &&
    a.isSigned === b.isSigned &&
    a.signedFor === b.signedFor &&
    isSameFault(a.fault, b.fault) &&
    isSameList(a.prices ?? [], b.prices ?? [])
  )
}
