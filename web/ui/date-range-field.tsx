import { getLocalTimeZone, today } from '@internationalized/date'
import { useId } from 'react'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { Button } from './button.tsx'
import { CalendarMonth, CalendarPopover } from './calendar-month.tsx'
import { FieldNotes, notesOf, readDate, TypedDate } from './date-field.tsx'
import { controlClasses, type FieldWords } from './field.tsx'

/** Plain dates as YYYY-MM-DD; null is open on that side. */
export type DateRange = { start: string | null; end: string | null }

type DateRangeFieldProps = Omit<FieldWords, 'isLabelHidden'> & { value: DateRange; onChange: (range: DateRange) => void }

/** From one day to another, typed or picked in a calendar. Either side may stay open. */
export function DateRangeField({ label, isOptional, hint, error, value, onChange }: DateRangeFieldProps) {
  const id = useId()
  const [start, end] = [readDate(value.start), readDate(value.end)]
  const notes = { id, hint, error }
  const describedBy = notesOf(notes)
  return (
    <div className="grid gap-1.5">
      <span id={id} className="flex items-baseline justify-between gap-3 text-small font-strong">
        {label}
        {isOptional && <span className="font-normal text-soft">Optional</span>}
      </span>
      <fieldset
        aria-labelledby={id}
        className={controlClasses(
          Boolean(error),
          'flex h-11.5 min-w-0 items-center pr-1 pl-3 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      >
        <TypedDate label="Starts" value={value.start} describedBy={describedBy} onChange={(date) => onChange({ ...value, start: date })} />
        <span aria-hidden="true" className="px-1.5 text-soft sm:px-2.5">
          –
        </span>
        <TypedDate label="Ends" value={value.end} describedBy={describedBy} onChange={(date) => onChange({ ...value, end: date })} />
        <CalendarPopover label={label}>
          {(close) => (
            <>
              <RangeCalendar
                aria-label={label}
                value={start && end && start.compare(end) <= 0 ? { start, end } : start && { start, end: start }}
                defaultFocusedValue={start ?? today(getLocalTimeZone())}
                onChange={(range) => {
                  onChange({ start: range.start.toString(), end: range.end.toString() })
                  close()
                }}
              >
                <CalendarMonth isRange />
              </RangeCalendar>
              {(start || end) && (
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => {
                    onChange({ start: null, end: null })
                    close()
                  }}
                >
                  Clear both dates
                </Button>
              )}
            </>
          )}
        </CalendarPopover>
      </fieldset>
      <FieldNotes {...notes} />
    </div>
  )
}
