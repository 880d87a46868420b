import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { DateDialog as DateDialogValues, DraftAvailability } from '../../domain/availability/drafts.ts'
import { type DateDialogFault, faultLabels, findDateFaults } from '../../domain/availability/find-faults.ts'
import { addRange, removeRange, suggestRange } from '../../domain/availability/rules.ts'
import { dayNumberOf, weekdayOf } from '../../domain/time/clock.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { DateCalendar } from './date-calendar.tsx'
import { formatDate, formatRanges } from './format-time.ts'
import { RangeRows } from './range-rows.tsx'
import { weekdayLabels } from './weekday-labels.ts'

type DateDialogProps = {
  values: DateDialogValues
  /** The original date of the entry being edited; undefined for a new entry. */
  replacedDate: string | undefined
  availability: DraftAvailability
  today: string
  onDone: (values: DateDialogValues) => void
  onClose: () => void
}

export function DateDialog({ values, replacedDate, availability, today, onDone, onClose }: DateDialogProps) {
  const [dialog, setDialog] = useState(values)
  const [wasSubmitted, setSubmitted] = useState(false)
  const takenDates = availability.dateSpecificAvailability.map(({ date }) => date).filter((date) => date !== replacedDate)
  const faults = findDateFaults(dialog, takenDates)
  const finish = () => {
    setSubmitted(true)
    if (faults.length > 0) return
    onDone(dialog)
    onClose()
  }
  const getMessage = (field: DateDialogFault['field']) => {
    const fault = faults.find((candidate) => candidate.field === field)
    // We show missing values as errors only after the user pressed the button.
    if (!fault || (fault.code === 'required' && !wasSubmitted)) return null
    return faultLabels[fault.code]
  }
  const dateError = getMessage('date')
  const rangesError = getMessage('timeRanges')
  return (
    <Dialog
      title={replacedDate === undefined ? 'Add date-specific hours' : 'Edit date-specific hours'}
      isOpen
      onClose={onClose}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={finish}>
            {replacedDate === undefined ? 'Add date' : 'Done'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <DateCalendar value={dialog.date} today={today} markedDates={takenDates} onChange={(date) => setDialog({ ...dialog, date })} />
          {dateError && (
            <div role="alert">
              <FieldError>{dateError}</FieldError>
            </div>
          )}
        </div>
        <div className="grid gap-1 border-t border-line pt-4">
          <h3>{dialog.date === null ? 'Pick a date' : formatDate(dialog.date, today)}</h3>
          <p className="text-small text-soft">{describeUsualHours(dialog.date, availability)}</p>
          <Checkbox
            label="Unavailable all day"
            checked={dialog.unavailableAllDay}
            onChange={({ target }) => setDialog({ ...dialog, unavailableAllDay: target.checked })}
          />
          {!dialog.unavailableAllDay && (
            <div className="grid gap-2">
              <RangeRows
                dayName={dialog.date === null ? 'the date' : formatDate(dialog.date, today)}
                timeRanges={dialog.timeRanges}
                onChange={(timeRanges) => setDialog({ ...dialog, timeRanges })}
                onRemove={(index) => setDialog(removeRange(dialog, index))}
              />
              {rangesError && (
                <div role="alert">
                  <FieldError>{rangesError}</FieldError>
                </div>
              )}
              <Button
                size="small"
                variant="quiet"
                disabled={suggestRange(dialog.timeRanges) === null}
                onClick={() => setDialog(addRange(dialog))}
                className="-ml-2 justify-self-start"
              >
                <Plus size={17} aria-hidden="true" /> Add range
              </Button>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function describeUsualHours(date: string | null, { weeklyAvailability }: DraftAvailability): string {
  const dayNumber = dayNumberOf(date ?? '')
  if (dayNumber === null) return 'On that date, these hours replace your weekly hours.'
  const weekday = weekdayOf(dayNumber)
  const { isAvailable, timeRanges } = weeklyAvailability[weekday]
  return isAvailable
    ? `These hours replace your usual ${weekdayLabels[weekday]}: ${formatRanges(timeRanges)}.`
    : `You have no weekly hours on ${weekdayLabels[weekday]}.`
}
