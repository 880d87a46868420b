import { type CalendarDate, getLocalTimeZone, parseDate, today } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { Button } from './button.tsx'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError, type FieldWords } from './field.tsx'
import { iconButtonClasses } from './icon-button.tsx'
import { popoverClasses } from './overlay-classes.ts'

/** Plain dates as YYYY-MM-DD; null is open on that side. */
export type DateRange = { start: string | null; end: string | null }

type DateRangeFieldProps = Omit<FieldWords, 'isLabelHidden'> & { value: DateRange; onChange: (range: DateRange) => void }

const read = (date: string | null): CalendarDate | null => (date === null ? null : parseDate(date))
const write = (date: { toString: () => string } | null) => date?.toString() ?? null

/** From one day to another, typed or picked in a calendar. Either side may stay open. */
export function DateRangeField({ label, isOptional, hint, error, value, onChange }: DateRangeFieldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [start, end] = [read(value.start), read(value.end)]
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <span id={id} className="flex items-baseline justify-between gap-3 text-small font-strong">
        {label}
        {isOptional && <span className="font-normal text-soft">Optional</span>}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like a box to type in. */}
      <div
        role="group"
        aria-labelledby={id}
        className={controlClasses(
          Boolean(error),
          'flex h-11.5 items-center pr-1 pl-3 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      >
        <Side label="Starts" date={start} describedBy={described} onChange={(date) => onChange({ ...value, start: write(date) })} />
        <span aria-hidden="true" className="px-1.5 text-soft sm:px-2.5">
          –
        </span>
        <Side label="Ends" date={end} describedBy={described} onChange={(date) => onChange({ ...value, end: write(date) })} />
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <AriaButton aria-label={`${label}: open the calendar`} className={iconButtonClasses('ml-auto text-soft')}>
            <CalendarDays size={19} aria-hidden="true" />
          </AriaButton>
          <Popover offset={8} placement="bottom end" className={popoverClasses('p-3.5')}>
            <Dialog aria-label={label} className="grid gap-3 outline-none">
              <RangeCalendar
                aria-label={label}
                value={start && end && start.compare(end) <= 0 ? { start, end } : start && { start, end: start }}
                defaultFocusedValue={start ?? today(getLocalTimeZone())}
                onChange={(range) => {
                  onChange({ start: write(range.start), end: write(range.end) })
                  setOpen(false)
                }}
              >
                <Month />
              </RangeCalendar>
              {(start || end) && (
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => {
                    onChange({ start: null, end: null })
                    setOpen(false)
                  }}
                >
                  Clear both dates
                </Button>
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

type SideProps = { label: string; date: CalendarDate | null; describedBy: string; onChange: (date: CalendarDate | null) => void }

function Side({ label, date, describedBy, onChange }: SideProps) {
  return (
    <DateField
      aria-label={label}
      granularity="day"
      shouldForceLeadingZeros
      value={date}
      onChange={onChange}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    >
      <DateInput className="flex items-center whitespace-nowrap">
        {(segment) => (
          <DateSegment
            segment={segment}
            className="rounded-[4px] px-px caret-transparent outline-none data-focused:bg-court data-focused:text-on-court! data-placeholder:text-soft data-[type=literal]:px-0 data-[type=literal]:text-soft"
          />
        )}
      </DateInput>
    </DateField>
  )
}

function Month() {
  return (
    <>
      <header className="flex items-center justify-between pb-2">
        <AriaButton slot="previous" className={iconButtonClasses()}>
          <ChevronLeft size={19} aria-hidden="true" />
        </AriaButton>
        <Heading className="font-strong" />
        <AriaButton slot="next" className={iconButtonClasses()}>
          <ChevronRight size={19} aria-hidden="true" />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle="short" className="border-separate border-spacing-y-0.5">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-tiny font-medium text-soft">{day.slice(0, 2)}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={({ isSelected, isSelectionStart, isSelectionEnd }) =>
                joinClasses(
                  'grid size-11 cursor-pointer place-items-center rounded-full outline-none data-outside-month:invisible data-hovered:bg-wash',
                  'data-focus-visible:outline-[2.5px] data-focus-visible:outline-court data-focus-visible:-outline-offset-2',
                  isSelected &&
                    (isSelectionStart || isSelectionEnd ? 'bg-court! font-strong text-on-court' : 'rounded-none bg-court-wash!'),
                )
              }
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
