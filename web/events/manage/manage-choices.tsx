import { useId } from 'react'
import { joinClasses } from '../../ui/class-names.ts'

export type Choice<Value extends string> = { value: Value; label: string; hint?: string; isDisabled?: boolean }

type ChoicesProps<Value extends string> = {
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

/** Radio buttons for a dialog, each in a box as wide as the dialog. */
export function Choices<Value extends string>({ label, choices, value, onChange }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-strong text-ink">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={joinClasses(
            'flex min-h-12 items-center gap-3 rounded-control border px-3.5 py-2 text-ink',
            'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-court',
            choice.value === value ? 'border-court bg-court-wash' : 'border-line bg-card',
            choice.isDisabled ? 'text-soft' : 'cursor-pointer',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={choice.isDisabled ?? false}
            onChange={() => onChange(choice.value)}
            className="size-5 flex-none accent-court outline-none"
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 wrap-anywhere">
            <span className="font-medium">{choice.label}</span>
            {choice.hint && <span className="text-small text-soft">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
