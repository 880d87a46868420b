import { Select } from '../../ui/select.tsx'
import { type InputProps, textsOf } from './field-props.ts'
import { writeLeft } from './write-left.ts'

/** One of many, in a list that opens. */
export function DropdownInput(props: InputProps<'choice'>) {
  const { field, value, onChange, left } = props
  const chosen = field.options.find(({ id }) => id === value)?.id ?? null
  const options = field.options.map((option) => {
    const { text, isClosed } = writeLeft(option, left)
    return { value: option.id, label: option.label, hint: text, isDisabled: isClosed && option.id !== chosen }
  })
  const { isOptional, ...texts } = textsOf(props)
  return isOptional ? (
    <Select {...texts} options={options} value={chosen} isOptional onChange={onChange} />
  ) : (
    <Select {...texts} options={options} value={chosen} onChange={onChange} />
  )
}
