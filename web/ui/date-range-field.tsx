import { getLocalTimeZone, today } from '@internationalized/date'
import { useId } from 'react'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { Button } from './button.tsx'
import { CalendarMonth, CalendarPopover } from './calendar-month.tsx'
import { BareDateField, FieldNotes, getNoteIds, readDate } from './date-field.tsx'
import { controlClasses, type FieldTexts } from './field.tsx'

/** Dates as YYYY-MM-DD. Null means that the range has no start or no end. */
export type DateRange = { start: string | null; end: string | null }

type DateRangeFieldProps = Omit<FieldTexts, 'isLabelHidden'> & { value: DateRange; onChange: (range: DateRange) => void }

/** A field for a range of days. The user types the days or picks them in a calendar, and can leave either one empty. */
export function DateRangeField({ label, isOptional, hint, error, value, onChange }: DateRangeFieldProps) {
  const id = useId()
  const [start, end] = [readDate(value.start), readDate(value.end)]
  const notes = { id, hint, error }
  const describedBy = getNoteIds(notes)
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
        <BareDateField
          label="Starts"
          value={value.start}
          describedBy={describedBy}
          onChange={(date) => onChange({ ...value, start: date })}
        />
        <span aria-hidden="true" className="px-1.5 text-soft sm:px-2.5">
          –
        </span>
        <BareDateField label="Ends" value={value.end} describedBy={describedBy} onChange={(date) => onChange({ ...value, end: date })} />
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
