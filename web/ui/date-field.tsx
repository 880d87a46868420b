import { type CalendarDate, parseDate } from '@internationalized/date'
import { useId } from 'react'
import { Calendar } from 'react-aria-components/Calendar'
import { DateInput, DateSegment, DateField as OneDate } from 'react-aria-components/DateField'
import { CalendarMonth, CalendarPopover } from './calendar-month.tsx'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError, type FieldWords } from './field.tsx'

/** A plain date as YYYY-MM-DD, as calendars and typed dates want it. */
export const readDate = (date: string | null): CalendarDate | null => (date === null ? null : parseDate(date))

type FieldNotesProps = { id: string } & Pick<FieldWords, 'hint' | 'error'>

/** What stands below a box that dates or times are typed in; `notesOf` names it for whoever hears the field. */
export function FieldNotes({ id, hint, error }: FieldNotesProps) {
  return (
    <>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
    </>
  )
}

export const notesOf = ({ id, hint, error }: FieldNotesProps) => [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')

/** What is typed part by part: month, day, hour. */
export function DateSegments({ className = 'flex items-center whitespace-nowrap' }: { className?: string }) {
  return (
    <DateInput className={className}>
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-[4px] px-px caret-transparent outline-none data-focused:bg-court data-focused:text-on-court! data-placeholder:text-soft data-[type=literal]:px-0 data-[type=literal]:text-soft"
        />
      )}
    </DateInput>
  )
}

type TypedDateProps = ({ label: string } | { labelledBy: string }) & {
  value: string | null
  onChange: (date: string | null) => void
  onBlur?: (() => void) | undefined
  describedBy: string
}

/** The place to type one day in, without a box of its own. */
export function TypedDate({ value, onChange, onBlur, describedBy, ...name }: TypedDateProps) {
  return (
    <OneDate
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy })}
      granularity="day"
      shouldForceLeadingZeros
      value={readDate(value)}
      onChange={(date) => onChange(date?.toString() ?? null)}
      {...(onBlur ? { onBlur } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    >
      <DateSegments />
    </OneDate>
  )
}

type DateFieldProps = Omit<FieldWords, 'isLabelHidden' | 'isOptional'> & {
  /** A plain date as YYYY-MM-DD; null while it is not whole. */
  value: string | null
  onChange: (date: string | null) => void
  onBlur?: () => void
  /** The calendar offers no day outside of these; what is typed is judged by the form. */
  first: string
  last: string
  className?: string
}

/** One day, typed or picked in a calendar. */
export function DateField({ label, hint, error, value, onChange, onBlur, first, last, className }: DateFieldProps) {
  const id = useId()
  const notes = { id, hint, error }
  return (
    <div className={joinClasses('grid gap-1.5', className)}>
      <span id={id} className="text-small font-strong">
        {label}
      </span>
      <div
        className={controlClasses(
          Boolean(error),
          'flex h-11.5 items-center pr-0.5 pl-3.5 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      >
        <TypedDate labelledBy={id} value={value} onChange={onChange} onBlur={onBlur} describedBy={notesOf(notes)} />
        <CalendarPopover label={label}>
          {(close) => (
            <Calendar
              aria-label={label}
              value={readDate(value)}
              minValue={parseDate(first)}
              maxValue={parseDate(last)}
              onChange={(date) => {
                onChange(date.toString())
                close()
              }}
            >
              <CalendarMonth />
            </Calendar>
          )}
        </CalendarPopover>
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}
