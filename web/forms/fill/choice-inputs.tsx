import { useId } from 'react'
import { formPictureUrl } from '../../../domain/forms/picture-url.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { RatingField } from '../../ui/rating-field.tsx'
import { ChoiceBoxes } from './choice-boxes.tsx'
import { type InputProps, listIn, textsOf } from './field-props.ts'
import { OptionalMark, Question } from './question.tsx'
import { writeLeft } from './write-left.ts'

type OneOfMany = InputProps<'choice'> | InputProps<'team'> | InputProps<'season'> | InputProps<'division'>
type ManyOfMany = InputProps<'choices'>

const DropdownInput = lazyAfterPaint(async () => (await import('./dropdown-input.tsx')).DropdownInput)

export function ChoiceInput(props: OneOfMany) {
  const { field, value, onChange, left, error } = props
  const name = useId()
  const toBox = useBoxes(field, left)
  const texts = textsOf(props)
  const chosen = field.options.find(({ id }) => id === value)?.id ?? null
  if (field.kind === 'choice' && field.style === 'dropdown') return <DropdownInput {...props} field={field} />
  return (
    <Question {...texts} onClear={texts.isOptional && chosen !== null ? () => onChange(null) : undefined}>
      <ChoiceBoxes
        boxes={field.options.map((option) => toBox(option, option.id === chosen))}
        radioName={name}
        chosen={new Set(chosen === null ? [] : [chosen])}
        onToggle={(id) => onChange(id)}
        isInvalid={error !== undefined}
      />
    </Question>
  )
}

export function ChoicesInput(props: ManyOfMany) {
  const { field, value, onChange, left, error } = props
  const toBox = useBoxes(field, left)
  const chosen = new Set(listIn(value))
  return (
    <Question {...textsOf(props)}>
      <ChoiceBoxes
        boxes={field.options.map((option) => toBox(option, chosen.has(option.id)))}
        chosen={chosen}
        onToggle={(id, isOn) => onChange(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id))}
        isInvalid={error !== undefined}
      />
    </Question>
  )
}

type FieldWithOptions = OneOfMany['field'] | ManyOfMany['field']

/** What is chosen can always be taken back, also if it is full by now. */
function useBoxes(field: FieldWithOptions, left: ReadonlyMap<string, number>) {
  const hasPictures = 'style' in field && field.style === 'pictures'
  return (option: FieldWithOptions['options'][number], isChosen: boolean) => {
    const { text, isFull, isClosed } = writeLeft(option, left)
    return {
      ...{ id: option.id, label: option.label, note: text, isFull, isDisabled: isClosed && !isChosen },
      pictureUrl: hasPictures && option.pictureId !== null ? formPictureUrl(option.pictureId) : null,
    }
  }
}

export function YesNoInput(props: InputProps<'yesNo'>) {
  const { value, onChange, error } = props
  const name = useId()
  const texts = textsOf(props)
  return (
    <Question {...texts} onClear={texts.isOptional && typeof value === 'boolean' ? () => onChange(null) : undefined}>
      <ChoiceBoxes
        boxes={[
          { id: 'yes', label: 'Yes' },
          { id: 'no', label: 'No' },
        ]}
        radioName={name}
        chosen={new Set(typeof value === 'boolean' ? [value ? 'yes' : 'no'] : [])}
        onToggle={(id) => onChange(id === 'yes')}
        isInvalid={error !== undefined}
      />
    </Question>
  )
}

export function RatingInput(props: InputProps<'rating'>) {
  const { field, value, onChange } = props
  const { hint, isOptional, label, error } = textsOf(props)
  return (
    <div className="grid gap-1.5">
      <OptionalMark isOptional={isOptional}>
        <RatingField
          label={label}
          choices={Array.from({ length: field.max }, (_, index) => String(index + 1))}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          error={error}
        />
      </OptionalMark>
      {hint && <p className="text-small text-soft">{hint}</p>}
    </div>
  )
}
