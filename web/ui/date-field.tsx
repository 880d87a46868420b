import { type CalendarDate, parseDate } from '@internationalized/date'
import { useId } from 'react'
import { Calendar } from 'react-aria-components/Calendar'
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { CalendarMonth, CalendarPopover } from './calendar-month.tsx'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError, type FieldTexts } from './field.tsx'

/** Turns YYYY-MM-DD into the type that React Aria's calendars and fields need. */
export const readDate = (date: string | null): CalendarDate | null => (date === null ? null : parseDate(date))

type FieldNotesProps = { id: string } & Pick<FieldTexts, 'hint' | 'error'>

/** The error and the hint below a date or time field. `getNoteIds` connects them to the field for screen readers. */
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

export const getNoteIds = ({ id, hint, error }: FieldNotesProps) => [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')

/** The parts of a date or time that the user types one after the other, such as month, day and hour. */
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

type BareDateFieldProps = ({ label: string } | { labelledBy: string }) & {
  value: string | null
  onChange: (date: string | null) => void
  onBlur?: (() => void) | undefined
  describedBy: string
}

/** A field to type one day. It has no border of its own, so that other fields can contain it. */
export function BareDateField({ value, onChange, onBlur, describedBy, ...name }: BareDateFieldProps) {
  return (
    <AriaDateField
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy })}
      granularity="day"
      shouldForceLeadingZeros
      value={readDate(value)}
      onChange={(date) => onChange(date?.toString() ?? null)}
      {...(onBlur ? { onBlur } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    >
      <DateSegments />
    </AriaDateField>
  )
}

type DateFieldProps = Omit<FieldTexts, 'isLabelHidden' | 'isOptional'> & {
  /** A date as YYYY-MM-DD, or null while it is incomplete. */
  value: string | null
  onChange: (date: string | null) => void
  onBlur?: () => void
  /** The first and last day that the calendar offers. The form checks a typed date. */
  minDate: string
  maxDate: string
  className?: string
}

/** A field for one day. The user types it or picks it in a calendar. */
export function DateField({ label, hint, error, value, onChange, onBlur, minDate, maxDate, className }: DateFieldProps) {
  const id = useId()
  const notes = { id, hint, error }
  return (
    <div className={joinClasses('grid content-start gap-1.5', className)}>
      <span id={id} className="text-small font-strong">
        {label}
      </span>
      <div
        className={controlClasses(
          Boolean(error),
          'flex h-11.5 items-center pr-0.5 pl-3.5 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      >
        <BareDateField labelledBy={id} value={value} onChange={onChange} onBlur={onBlur} describedBy={getNoteIds(notes)} />
        <CalendarPopover label={label}>
          {(close) => (
            <Calendar
              aria-label={label}
              value={readDate(value)}
              minValue={parseDate(minDate)}
              maxValue={parseDate(maxDate)}
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
