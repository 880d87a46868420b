import { writeDeadline } from '../../../domain/dues/texts.ts'
import type { FormPart } from '../../../domain/forms/payment-contract.ts'

export const writePartName = ({ dueOn }: Pick<FormPart, 'dueOn'>, now: number): string =>
  dueOn === null ? 'First payment' : `Due by ${writeDeadline(dueOn, now)}`
