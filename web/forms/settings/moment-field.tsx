import type { MomentValues } from '../../../domain/forms/settings-values.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { TimeField } from '../../ui/time-field.tsx'

type MomentFieldProps = {
  /** What is on if there is a moment, such as "Opens later". */
  label: string
  hint: string
  /** The name of the date, such as "Opens on". */
  dateLabel: string
  value: MomentValues
  onChange: (value: MomentValues) => void
  /** What the fields begin with. */
  first: { date: string; time: string }
  minDate: string
  maxDate: string
  error: string | undefined
}

/** A moment that there can be: a date and a time, or nothing. */
export function MomentField({ label, hint, dateLabel, value, onChange, first, minDate, maxDate, error }: MomentFieldProps) {
  return (
    <div className="grid gap-2">
      <Checkbox label={label} hint={hint} checked={value !== null} onChange={({ target }) => onChange(target.checked ? first : null)} />
      {value !== null && (
        <fieldset className="grid grid-cols-2 gap-3 sm:pl-8.5">
          <legend className="sr-only">{label}</legend>
          <DateField
            label={dateLabel}
            value={value.date}
            onChange={(date) => onChange({ ...value, date })}
            minDate={value.date !== null && value.date < minDate ? value.date : minDate}
            maxDate={maxDate}
          />
          <TimeField label="At" value={value.time} onChange={(time) => onChange({ ...value, time })} />
        </fieldset>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
