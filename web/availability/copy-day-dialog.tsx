import { useState } from 'react'
import type { DraftTimeRange } from '../../domain/availability/drafts.ts'
import { type Weekday, weekdays } from '../../domain/time/clock.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatRanges } from './format-time.ts'
import { weekdayLabels } from './weekday-labels.ts'

type CopyDayDialogProps = {
  from: Weekday
  timeRanges: readonly DraftTimeRange[]
  onCopy: (to: Weekday[]) => void
  onClose: () => void
}

export function CopyDayDialog({ from, timeRanges, onCopy, onClose }: CopyDayDialogProps) {
  const otherDays = weekdays.filter((weekday) => weekday !== from)
  const [selectedDays, setSelectedDays] = useState<Weekday[]>([])
  const areAllSelected = selectedDays.length === otherDays.length
  const copy = () => {
    onCopy(selectedDays)
    onClose()
  }
  return (
    <Dialog
      title={`Copy ${weekdayLabels[from]} to`}
      isOpen
      onClose={onClose}
      width={400}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={selectedDays.length === 0} onClick={copy}>
            Copy
          </Button>
        </>
      }
    >
      <p className="pb-2 text-soft">{formatRanges(timeRanges)}. This replaces the hours of the days you select.</p>
      <Checkbox label="Every day" checked={areAllSelected} onChange={() => setSelectedDays(areAllSelected ? [] : otherDays)} />
      <div className="grid grid-cols-2 gap-x-4 border-t border-line pt-1">
        {otherDays.map((weekday) => (
          <Checkbox
            key={weekday}
            label={weekdayLabels[weekday]}
            checked={selectedDays.includes(weekday)}
            onChange={({ target }) =>
              setSelectedDays(target.checked ? [...selectedDays, weekday] : selectedDays.filter((day) => day !== weekday))
            }
          />
        ))}
      </div>
    </Dialog>
  )
}
