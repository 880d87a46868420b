import { useState } from 'react'
import type { DraftTimeRange } from '../../domain/availability/drafts.ts'
import { type Weekday, weekdays } from '../../domain/time/clock.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { dayWords } from './time-words.ts'
import { weekdayWords } from './weekday-words.ts'

type CopyDayDialogProps = {
  from: Weekday
  timeRanges: readonly DraftTimeRange[]
  onCopy: (to: Weekday[]) => void
  onClose: () => void
}

export function CopyDayDialog({ from, timeRanges, onCopy, onClose }: CopyDayDialogProps) {
  const others = weekdays.filter((weekday) => weekday !== from)
  const [chosen, setChosen] = useState<Weekday[]>([])
  const isAll = chosen.length === others.length
  const copy = () => {
    onCopy(chosen)
    onClose()
  }
  return (
    <Dialog
      title={`Copy ${weekdayWords[from]} to`}
      isOpen
      onClose={onClose}
      width={400}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="go" disabled={chosen.length === 0} onClick={copy}>
            Copy
          </Button>
        </>
      }
    >
      <p className="pb-2 text-soft">{dayWords(timeRanges)}. The days you tick lose the hours they have now.</p>
      <Checkbox label="Every day" checked={isAll} onChange={() => setChosen(isAll ? [] : others)} />
      <div className="grid grid-cols-2 gap-x-4 border-t border-line pt-1">
        {others.map((weekday) => (
          <Checkbox
            key={weekday}
            label={weekdayWords[weekday]}
            checked={chosen.includes(weekday)}
            onChange={({ target }) => setChosen(target.checked ? [...chosen, weekday] : chosen.filter((other) => other !== weekday))}
          />
        ))}
      </div>
    </Dialog>
  )
}
