import { formatLevel, levels } from '../../../domain/profiles/levels.ts'
import { Select } from '../../ui/select.tsx'
import { type InputProps, textsOf } from './field-props.ts'

const levelOptions = levels.map((level) => ({ value: String(level), label: formatLevel('', level) }))

export function LevelInput(props: InputProps<'level'>) {
  const { value, onChange } = props
  const { isOptional, ...texts } = textsOf(props)
  const chosen = levelOptions.find((option) => option.value === String(value))?.value ?? null
  return isOptional ? (
    <Select
      {...texts}
      options={levelOptions}
      value={chosen}
      isOptional
      onChange={(level) => onChange(level === null ? null : Number(level))}
    />
  ) : (
    <Select {...texts} options={levelOptions} value={chosen} onChange={(level) => onChange(Number(level))} />
  )
}
