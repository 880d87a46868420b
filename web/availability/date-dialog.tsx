import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { DateDialog as DateDialogValues, DraftAvailability } from '../../domain/availability/drafts.ts'
import { type DateDialogFault, faultWords, findDateFaults } from '../../domain/availability/find-faults.ts'
import { addRange, removeRange, suggestRange } from '../../domain/availability/rules.ts'
import { dayNumberOf, weekdayOf } from '../../domain/time/clock.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { DateCalendar } from './date-calendar.tsx'
import { RangeRows } from './range-rows.tsx'
import { dateWords, dayWords } from './time-words.ts'
import { weekdayWords } from './weekday-words.ts'

type DateDialogProps = {
  values: DateDialogValues
  /** The date of the entry that is edited. */
  replaced: string | undefined
  availability: DraftAvailability
  today: string
  onDone: (values: DateDialogValues) => void
  onClose: () => void
}

export function DateDialog({ values, replaced, availability, today, onDone, onClose }: DateDialogProps) {
  const [dialog, setDialog] = useState(values)
  const [wasSent, setSent] = useState(false)
  const taken = availability.dateSpecificAvailability.map(({ date }) => date).filter((date) => date !== replaced)
  const faults = findDateFaults(dialog, taken)
  const finish = () => {
    setSent(true)
    if (faults.length > 0) return
    onDone(dialog)
    onClose()
  }
  const wordsFor = (field: DateDialogFault['field']) => {
    const fault = faults.find((candidate) => candidate.field === field)
    // What was not filled in yet is asked for once the person is done.
    if (!fault || (fault.code === 'required' && !wasSent)) return null
    return faultWords[fault.code]
  }
  const dateFault = wordsFor('date')
  const rangesFault = wordsFor('timeRanges')
  return (
    <Dialog
      title={replaced === undefined ? 'Add date-specific hours' : 'Edit date-specific hours'}
      isOpen
      onClose={onClose}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="go" onClick={finish}>
            {replaced === undefined ? 'Add date' : 'Done'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <DateCalendar value={dialog.date} today={today} taken={taken} onChange={(date) => setDialog({ ...dialog, date })} />
          {dateFault && (
            <div role="alert">
              <FieldError>{dateFault}</FieldError>
            </div>
          )}
        </div>
        <div className="grid gap-1 border-t border-line pt-4">
          <h3>{dialog.date === null ? 'Pick a date' : dateWords(dialog.date, today)}</h3>
          <p className="text-small text-soft">{usualWords(dialog.date, availability)}</p>
          <Checkbox
            label="Unavailable all day"
            checked={dialog.unavailableAllDay}
            onChange={({ target }) => setDialog({ ...dialog, unavailableAllDay: target.checked })}
          />
          {!dialog.unavailableAllDay && (
            <div className="grid gap-2">
              <RangeRows
                of={dialog.date === null ? 'the date' : dateWords(dialog.date, today)}
                timeRanges={dialog.timeRanges}
                onChange={(timeRanges) => setDialog({ ...dialog, timeRanges })}
                onRemove={(index) => setDialog(removeRange(dialog, index))}
              />
              {rangesFault && (
                <div role="alert">
                  <FieldError>{rangesFault}</FieldError>
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

function usualWords(date: string | null, { weeklyAvailability }: DraftAvailability): string {
  const dayNumber = dayNumberOf(date ?? '')
  if (dayNumber === null) return 'These hours replace your usual ones on that date.'
  const weekday = weekdayOf(dayNumber)
  const { isAvailable, timeRanges } = weeklyAvailability[weekday]
  return isAvailable
    ? `Instead of your usual ${weekdayWords[weekday]}: ${dayWords(timeRanges)}.`
    : `Your usual ${weekdayWords[weekday]} has no hours.`
}
