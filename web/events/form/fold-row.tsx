import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { joinClasses } from '../../ui/class-names.ts'

type FoldRowProps = {
  label: string
  /** The current setting, shown while the row is closed. */
  value: ReactNode
  /** A row with an error opens by itself. */
  hasError: boolean
  children: ReactNode
}

/** One setting as a row that shows its name and current value. It opens to change it. */
export function FoldRow({ label, value, hasError, children }: FoldRowProps) {
  const [wasOpened, setOpened] = useState(false)
  const isOpen = wasOpened || hasError
  return (
    <details
      open={isOpen}
      data-has-error={hasError}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="group/row border-t border-line"
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-4 rounded-control py-2 [&::-webkit-details-marker]:hidden">
        <span className="flex-none font-medium">{label}</span>
        <span className={joinClasses('min-w-0 flex-1 truncate text-right', hasError ? 'font-medium text-bad' : 'text-soft')}>
          {hasError ? 'Please check' : value}
        </span>
        <ChevronDown size={17} aria-hidden="true" className="flex-none text-soft transition-transform group-open/row:rotate-180" />
      </summary>
      {isOpen && <div className="grid gap-4 pt-1 pb-5">{children}</div>}
    </details>
  )
}

type ChoiceProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  options: readonly { value: Value; label: string; hint: string; isDisabled?: boolean }[]
  onChange: (value: Value) => void
}

/** Radio buttons, each with a short explanation. */
export function Choice<Value extends string>({ legend, name, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={joinClasses(
            'flex min-h-11 items-start gap-3 rounded-control py-1.5',
            option.isDisabled && 'cursor-not-allowed text-soft',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.isDisabled}
            onChange={() => onChange(option.value)}
            className="mt-0.75 size-5 flex-none accent-court"
          />
          <span className="grid">
            <span>{option.label}</span>
            <span className="text-small text-soft">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
