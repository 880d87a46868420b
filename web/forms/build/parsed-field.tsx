import { type ComponentProps, useState } from 'react'
import { type Currency, readAmount, writeAmount } from '../../../domain/money.ts'
import { readNumber } from '../../../domain/numbers.ts'
import { TextField } from '../../ui/field.tsx'

type ParsedFieldProps<Value> = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'error'> & {
  value: Value
  write: (value: Value) => string
  /** Null if the text is not such a value. */
  read: (text: string) => { value: Value } | null
  /** Says what to enter. */
  hintOfError: string
  onChange: (value: Value) => void
}

/** A field for something that is typed as text. What cannot be read stays in the field, with a note, and changes nothing. */
function ParsedField<Value>({ value, write, read, hintOfError, onChange, ...rest }: ParsedFieldProps<Value>) {
  const [typed, setTyped] = useState({ text: write(value), value })
  // An undo changes the value from outside.
  const text = typed.value === value ? typed.text : write(value)
  return (
    <TextField
      {...rest}
      value={text}
      error={read(text) === null ? hintOfError : undefined}
      onChange={({ target }) => {
        const parsed = read(target.value)
        setTyped({ text: target.value, value: parsed ? parsed.value : value })
        if (parsed && parsed.value !== value) onChange(parsed.value)
      }}
    />
  )
}

type NumberFieldProps = {
  label: string
  hint?: string
  value: number | null
  min?: number
  max?: number
  isWhole?: boolean
  after?: string
  placeholder?: string
  className?: string
} & ({ isOptional: true; onChange: (value: number | null) => void } | { isOptional?: false; onChange: (value: number) => void })

/** A number as text. */
export function NumberField({
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  isWhole = true,
  isOptional = false,
  onChange,
  ...rest
}: NumberFieldProps) {
  const read = (text: string) => {
    if (text.trim() === '') return isOptional ? { value: null } : null
    const number = readNumber(text)
    return Number.isFinite(number) && number >= min && number <= max && (!isWhole || Number.isInteger(number)) ? { value: number } : null
  }
  return (
    <ParsedField<number | null>
      {...rest}
      inputMode={isWhole && min >= 0 ? 'numeric' : 'decimal'}
      write={(value) => (value === null ? '' : String(value))}
      read={read}
      hintOfError={`Enter ${isWhole ? 'a whole number' : 'a number'}${writeRange(min, max)}.`}
      // Without `isOptional`, an empty text is no number.
      onChange={(value) => (onChange as (value: number | null) => void)(value)}
    />
  )
}

function writeRange(min: number, max: number): string {
  if (Number.isFinite(max)) return `, ${Number.isFinite(min) ? min : 0} to ${max.toLocaleString()}`
  return Number.isFinite(min) ? `, ${min} or more` : ''
}

type MoneyFieldProps = {
  label: string
  /** The name for screen readers, if the label alone does not say of what it is the price. */
  'aria-label'?: string
  value: number | null
  currency: Currency
  placeholder?: string
  className?: string
} & ({ isOptional: true; onChange: (value: number | null) => void } | { isOptional?: false; onChange: (value: number) => void })

/** An amount of money. */
export function MoneyField({ value, currency, isOptional = false, onChange, ...rest }: MoneyFieldProps) {
  const read = (text: string): { value: number | null } | null => {
    if (isOptional && text.trim() === '') return { value: null }
    const amount = readAmount(text, currency)
    return amount === null ? null : { value: amount }
  }
  return (
    <ParsedField
      {...rest}
      value={value}
      after={currency.toUpperCase()}
      inputMode="decimal"
      autoComplete="off"
      write={(amount) => (amount === null ? '' : writeAmount({ amount, currency }))}
      read={read}
      hintOfError="Enter an amount, such as 15 or 15.50."
      // Without `isOptional`, an empty text is no amount.
      onChange={(amount) => (onChange as (value: number | null) => void)(amount)}
    />
  )
}
