import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { joinClasses } from './class-names.ts'
import { iconButtonClasses } from './icon-button.tsx'
import { popoverClasses } from './overlay-classes.ts'

type CalendarPopoverProps = { label: string; children: (close: () => void) => ReactNode }

/** The button at the end of a date field, and the calendar that it opens. */
export function CalendarPopover({ label, children }: CalendarPopoverProps) {
  return (
    <DialogTrigger>
      <AriaButton aria-label={`${label}: open the calendar`} className={iconButtonClasses('ml-auto text-soft')}>
        <CalendarDays size={19} aria-hidden="true" />
      </AriaButton>
      <Popover offset={8} placement="bottom end" className={popoverClasses('p-3.5')}>
        <Dialog aria-label={label} className="grid gap-3 outline-none">
          {({ close }) => children(close)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** The month that both a calendar of single days and a calendar of ranges show. */
export function CalendarMonth({ isRange = false }: { isRange?: boolean }) {
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
      <CalendarGrid weekdayStyle="short" {...(isRange ? { className: 'border-separate border-spacing-y-0.5' } : {})}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-tiny font-medium text-soft">{day.slice(0, 2)}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={({ isSelected, isSelectionStart, isSelectionEnd, isDisabled }) =>
                joinClasses(
                  'grid size-11 cursor-pointer place-items-center rounded-full outline-none data-outside-month:invisible data-hovered:bg-wash',
                  'data-focus-visible:outline-[2.5px] data-focus-visible:outline-court data-focus-visible:-outline-offset-2',
                  isDisabled && 'cursor-default text-soft opacity-55',
                  isSelected &&
                    (!isRange || isSelectionStart || isSelectionEnd
                      ? 'bg-court! font-strong text-on-court'
                      : 'rounded-none bg-court-wash!'),
                )
              }
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
