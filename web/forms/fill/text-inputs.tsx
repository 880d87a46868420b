import { formatDiscount } from '../../coupons/format-discount.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { type InputProps, textIn, textsOf } from './field-props.ts'
import { useFormFacts } from './form-context.ts'

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

/** Says what the code takes off, once the server has said it. */
export function CouponInput({ value, onChange, error, ...props }: InputProps<'coupon'>) {
  const { payment, coupon } = useFormFacts()
  return (
    <div className="grid gap-1.5">
      <TextField
        {...textsOf({ ...props, error: error ?? coupon.error })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={textIn(value)}
        onChange={({ target }) => onChange(target.value)}
      />
      <p role="status" className="text-small text-soft empty:hidden">
        {coupon.isChecking && 'Checking the code'}
        {coupon.terms && payment && `${coupon.terms.code}: ${formatDiscount({ ...coupon.terms, currency: payment.currency })}`}
      </p>
    </div>
  )
}
