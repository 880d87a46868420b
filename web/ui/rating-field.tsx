import { useId } from 'react'
import { joinClasses } from './class-names.ts'
import { FieldError } from './field.tsx'

type RatingFieldProps = {
  label: string
  /** The label of each choice. The first one has the value 1. */
  choices: readonly string[]
  value: number | null
  onChange: (value: number) => void
  error?: string | undefined
}

/** A row of choices from bad to good. The user picks one. */
export function RatingField({ label, choices, value, onChange, error }: RatingFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid min-w-0 gap-2">
      <legend className="mb-2 text-small font-strong">{label}</legend>
      <div
        className={joinClasses(
          'grid auto-cols-fr grid-flow-col overflow-hidden rounded-control border',
          error ? 'border-bad' : 'border-edge',
        )}
      >
        {choices.map((choice, index) => (
          <label
            key={choice}
            className={joinClasses(
              'grid min-h-12 cursor-pointer place-items-center border-line px-1 text-center text-small font-medium leading-tight not-first:border-l',
              'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-3 has-focus-visible:outline-court',
              value === index + 1 ? 'bg-ink text-paper' : 'bg-card hover:bg-wash',
            )}
          >
            <input type="radio" name={id} className="sr-only" checked={value === index + 1} onChange={() => onChange(index + 1)} />
            {choice}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
