import { type CalendarDate, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { joinClasses } from '../ui/class-names.ts'
import { iconButtonClasses } from '../ui/icon-button.tsx'

type DateCalendarProps = {
  value: string | null
  today: string
  /** Dates that already have their own hours; a dot marks them. */
  markedDates: readonly string[]
  onChange: (date: string) => void
}

/** How many years ahead a date can be picked. */
const maxYearsAhead = 2

/** A calendar to pick a date. Past dates cannot be picked. */
export function DateCalendar({ value, today, markedDates, onChange }: DateCalendarProps) {
  const minDate = parseDate(today)
  return (
    <Calendar<CalendarDate>
      aria-label="Date"
      value={value === null ? null : parseDate(value)}
      defaultFocusedValue={value === null ? minDate : parseDate(value)}
      minValue={minDate}
      maxValue={minDate.add({ years: maxYearsAhead })}
      onChange={(date) => onChange(date.toString())}
    >
      <header className="flex items-center justify-between">
        <CalendarHeading className="text-base font-strong" />
        <div className="flex">
          <Button slot="previous" className={iconButtonClasses('text-soft')}>
            <ChevronLeft size={20} aria-hidden="true" />
          </Button>
          <Button slot="next" className={iconButtonClasses('text-soft')}>
            <ChevronRight size={20} aria-hidden="true" />
          </Button>
        </div>
      </header>
      <CalendarGrid weekdayStyle="short" className="w-full table-fixed border-collapse">
        <CalendarGridHeader>
          {(name) => <CalendarHeaderCell className="py-1.5 text-tiny font-medium text-soft">{name}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => {
            const text = date.toString()
            return (
              <CalendarCell
                date={date}
                className={({ isSelected, isDisabled, isOutsideMonth, isHovered }) =>
                  joinClasses(
                    'relative mx-auto grid size-11 cursor-pointer place-items-center rounded-full',
                    isOutsideMonth && 'invisible',
                    isDisabled && 'cursor-default text-soft opacity-55',
                    isSelected ? 'bg-court font-strong text-on-court' : isHovered && 'bg-wash',
                    text === today && !isSelected && 'font-strong text-court',
                  )
                }
              >
                {({ formattedDate }) => (
                  <>
                    {formattedDate}
                    {markedDates.includes(text) && <span className="absolute bottom-1.5 size-1.5 rounded-full bg-current" />}
                  </>
                )}
              </CalendarCell>
            )
          }}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
