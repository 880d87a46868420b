import type { FieldState } from '../../../domain/forms/decide.ts'
import type { FieldKind, FieldOf } from '../../../domain/forms/fields.ts'
import type { Quotes } from '../../../domain/forms/quotes.ts'

/** What the input of each kind gets. */
export type InputProps<Kind extends FieldKind> = {
  field: FieldOf<Kind>
  state: FieldState
  /** The answer as it was entered. It can be wrong, and after a restore of any type. */
  value: unknown
  onChange: (value: unknown) => void
  /** Where the answer is, such as `answers.f3`. */
  path: string
  /** How many of each limited option are left. */
  left: ReadonlyMap<string, number>
  /** The words about what is wrong, once they are shown. */
  error: string | undefined
  /** The answers that its texts quote. */
  quotes?: Quotes
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

type Named = Pick<InputProps<FieldKind>, 'state' | 'error'> & { field: { label: string; hint: string } }

/** The texts around an input. */
export const textsOf = ({ field, state, error }: Named) => ({
  ...{ label: field.label, isOptional: !state.isRequired, error },
  ...(field.hint !== '' && { hint: field.hint }),
})
