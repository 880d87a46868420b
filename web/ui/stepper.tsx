import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { Button, Group, Input, Label, NumberField } from 'react-aria-components/NumberField'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError, type FieldTexts } from './field.tsx'

type StepperProps = FieldTexts & {
  value: number
  onChange: (value: number) => void
  onBlur?: () => void
  min: number
  max: number
  className?: string
}

const buttonClasses =
  'grid size-11 flex-none place-items-center rounded-full text-ink outline-none data-hovered:bg-wash data-focus-visible:outline-[2.5px] data-focus-visible:outline-court data-disabled:text-soft data-disabled:opacity-55'

/** A field for a small whole number. The user presses plus and minus, or types. */
export function Stepper({ label, isLabelHidden = false, hint, error, value, onChange, onBlur, min, max, className }: StepperProps) {
  const id = useId()
  return (
    <NumberField
      value={value}
      onChange={onChange}
      minValue={min}
      maxValue={max}
      step={1}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      {...(onBlur ? { onBlur } : {})}
      {...(error ? { 'aria-describedby': `${id}-error` } : {})}
      className={joinClasses('grid justify-items-start gap-1.5', className)}
    >
      <Label className={isLabelHidden ? 'sr-only' : 'text-small font-strong'}>{label}</Label>
      <Group
        className={controlClasses(
          Boolean(error),
          'inline-flex h-11.5 w-auto! items-center focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      >
        <Button slot="decrement" className={buttonClasses}>
          <Minus size={18} aria-hidden="true" />
        </Button>
        <Input className="h-full w-13 bg-transparent text-center font-strong outline-none focus-visible:outline-none" />
        <Button slot="increment" className={buttonClasses}>
          <Plus size={18} aria-hidden="true" />
        </Button>
      </Group>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <p className="text-small text-soft">{hint}</p>}
    </NumberField>
  )
}
