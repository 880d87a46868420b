import { TextArea, TextField } from '../../ui/field.tsx'
import { type InputProps, textIn, textsOf } from './field-props.ts'

/** The length is counted from here on. */
const shownLimit = (maxLength: number | null) => (maxLength === null ? {} : { limit: maxLength })

export function ShortTextInput({ value, onChange, ...props }: InputProps<'shortText'>) {
  return (
    <TextField
      {...textsOf(props)}
      {...shownLimit(props.field.maxLength)}
      value={textIn(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function LongTextInput({ value, onChange, ...props }: InputProps<'longText'>) {
  return (
    <TextArea
      {...textsOf(props)}
      {...shownLimit(props.field.maxLength)}
      value={textIn(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function EmailInput({ value, onChange, ...props }: InputProps<'email'>) {
  return (
    <TextField
      {...textsOf(props)}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      value={textIn(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function AddressInput({ value, onChange, ...props }: InputProps<'address'>) {
  return (
    <TextArea
      {...textsOf(props)}
      rows={3}
      autoComplete="street-address"
      value={textIn(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Only the server knows the codes, so it says whether one counts when the form is sent. */
export function CouponInput({ value, onChange, ...props }: InputProps<'coupon'>) {
  return (
    <TextField
      {...textsOf(props)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={textIn(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
