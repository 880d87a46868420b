import { type CalendarDate, parseDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment, DateField as TypedDate } from 'react-aria-components/DateField'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError, type FieldWords } from './field.tsx'
import { iconButtonClasses } from './icon-button.tsx'
import { popoverClasses } from './overlay-classes.ts'

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

export const segmentClasses =
  'rounded-[4px] px-px caret-transparent outline-none data-focused:bg-court data-focused:text-on-court! data-placeholder:text-soft data-[type=literal]:px-0 data-[type=literal]:text-soft'

const read = (date: string | null): CalendarDate | null => (date === null ? null : parseDate(date))

/** One day, typed or picked in a calendar. */
export function DateField({ label, hint, error, value, onChange, onBlur, first, last, className }: DateFieldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
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
        <TypedDate
          aria-labelledby={id}
          granularity="day"
          shouldForceLeadingZeros
          value={read(value)}
          onChange={(date) => onChange(date?.toString() ?? null)}
          {...(onBlur ? { onBlur } : {})}
          {...(described ? { 'aria-describedby': described } : {})}
        >
          <DateInput className="flex items-center whitespace-nowrap">
            {(segment) => <DateSegment segment={segment} className={segmentClasses} />}
          </DateInput>
        </TypedDate>
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <AriaButton aria-label={`${label}: open the calendar`} className={iconButtonClasses('ml-auto text-soft')}>
            <CalendarDays size={19} aria-hidden="true" />
          </AriaButton>
          <Popover offset={8} placement="bottom end" className={popoverClasses('p-3.5')}>
            <Dialog aria-label={label} className="outline-none">
              <Calendar
                aria-label={label}
                value={read(value)}
                minValue={parseDate(first)}
                maxValue={parseDate(last)}
                onChange={(date) => {
                  onChange(date.toString())
                  setOpen(false)
                }}
              >
                <Month />
              </Calendar>
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

function Month() {
  return (
    <>
      <header className="flex items-center justify-between pb-2">
        <AriaButton slot="previous" className={iconButtonClasses()}>
          <ChevronLeft size={19} aria-hidden="true" />
        </AriaButton>
        <CalendarHeading className="font-strong" />
        <AriaButton slot="next" className={iconButtonClasses()}>
          <ChevronRight size={19} aria-hidden="true" />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-tiny font-medium text-soft">{day.slice(0, 2)}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={({ isSelected, isDisabled }) =>
                joinClasses(
                  'grid size-11 cursor-pointer place-items-center rounded-full outline-none data-outside-month:invisible data-hovered:bg-wash',
                  'data-focus-visible:outline-[2.5px] data-focus-visible:outline-court data-focus-visible:-outline-offset-2',
                  isDisabled && 'cursor-default text-soft opacity-55',
                  isSelected && 'bg-court! font-strong text-on-court',
                )
              }
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
