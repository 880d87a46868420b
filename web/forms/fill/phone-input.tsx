import parsePhoneNumber from 'libphonenumber-js/min'
import { TextField } from '../../ui/field.tsx'
import { type InputProps, textsOf } from './field-props.ts'
import { useTypedText } from './use-typed-text.ts'

/** A number without a country is one of the US. */
const country = 'US'

/** A text that is no number stays a text, so that the person is told and can mend it. */
const asPhone = {
  read: (text: string) => {
    if (text.trim() === '') return null
    const number = parsePhoneNumber(text, country)
    return number?.isPossible() ? number.number : text
  },
  write: (value: unknown) => (typeof value === 'string' ? (parsePhoneNumber(value)?.formatInternational() ?? value) : ''),
}

/** Loaded when a form asks for a phone number, because the table of countries is large. */
export function PhoneInput({ value, onChange, ...props }: InputProps<'phone'>) {
  const { text, type } = useTypedText(value, asPhone, onChange)
  return (
    <TextField
      {...textsOf(props)}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={text}
      onChange={({ target }) => type(target.value)}
    />
  )
}
