import { useId } from 'react'
import { dayNumberOf, minutesOf } from '../../../domain/time/clock.ts'
import { BareDateField, DateField, FieldNotes, getNoteIds } from '../../ui/date-field.tsx'
import { controlClasses } from '../../ui/field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { type InputProps, textsOf } from './field-props.ts'
import { OptionalMark } from './question.tsx'

const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']

/** Also the year 2 is a date here: it is what a person has typed on the way to 2026. */
const dateIn = (value: unknown) => (typeof value === 'string' && dayNumberOf(value.replace(/^00\d\d/, '2000')) !== null ? value : null)
const timeIn = (value: unknown) => (typeof value === 'string' && minutesOf(value) !== null && value !== '24:00' ? value : null)

export function DateInput({ value, onChange, ...props }: InputProps<'date'>) {
  const { from, until } = props.field
  const { isOptional, ...texts } = textsOf(props)
  return (
    <OptionalMark isOptional={isOptional}>
      <DateField {...texts} value={dateIn(value)} onChange={onChange} minDate={from ?? firstDay} maxDate={until ?? lastDay} />
    </OptionalMark>
  )
}

/** Nobody looks for the day of their birth in a calendar, so it is only typed. */
export function BirthDateInput({ value, onChange, ...props }: InputProps<'birthDate'>) {
  const id = useId()
  const { label, hint, error, isOptional } = textsOf(props)
  const notes = { id, hint, error }
  return (
    <div className="grid content-start gap-1.5">
      <p className="flex items-baseline justify-between gap-3 text-small font-strong">
        <span id={id}>{label}</span> {isOptional && <span className="font-normal text-soft">Optional</span>}
      </p>
      <div
        className={controlClasses(
          Boolean(error),
          'flex h-11.5 items-center px-3.5 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      >
        <BareDateField labelledBy={id} value={dateIn(value)} onChange={onChange} describedBy={getNoteIds(notes)} />
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}

export function TimeInput({ value, onChange, ...props }: InputProps<'time'>) {
  const { isOptional, ...texts } = textsOf(props)
  return (
    <OptionalMark isOptional={isOptional}>
      <TimeField {...texts} value={timeIn(value)} onChange={onChange} />
    </OptionalMark>
  )
}
