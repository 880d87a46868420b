import { digitsOf } from '../../../domain/format-money.ts'
import { readAmount, writeAmount } from '../../../domain/money.ts'
import { readNumber } from '../../../domain/numbers.ts'
import { TextField } from '../../ui/field.tsx'
import { type InputProps, textsOf } from './field-props.ts'
import { useFormFacts } from './form-context.ts'
import { useTypedText } from './use-typed-text.ts'

/** A text that is no number stays a text, so that the person is told and can mend it. */
const asNumber = {
  read: (text: string) => {
    if (text.trim() === '') return null
    const number = readNumber(text)
    return Number.isNaN(number) ? text : number
  },
  write: (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value) : ''),
}

export function NumberInput({ value, onChange, ...props }: InputProps<'number'>) {
  const { text, type } = useTypedText(value, asNumber, onChange)
  return (
    <TextField
      {...textsOf(props)}
      inputMode={props.field.isWhole && (props.field.min ?? -1) >= 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={({ target }) => type(target.value)}
    />
  )
}

export function OwnAmountInput({ value, onChange, ...props }: InputProps<'ownAmount'>) {
  const { payment } = useFormFacts()
  const currency = payment?.currency ?? 'usd'
  const { text, type } = useTypedText(
    value,
    {
      read: (typed) => (typed.trim() === '' ? null : (readAmount(typed, currency) ?? typed)),
      write: (amount) => (typeof amount === 'number' ? writeAmount({ amount, currency }) : typeof amount === 'string' ? amount : ''),
    },
    onChange,
  )
  return (
    <TextField
      {...textsOf(props)}
      after={currency.toUpperCase()}
      inputMode={digitsOf(currency) === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={({ target }) => type(target.value)}
    />
  )
}
