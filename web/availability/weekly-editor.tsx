import { Copy, Plus } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { DraftAvailability, DraftDay } from '../../domain/availability/drafts.ts'
import { addRange, copyDay, makeDayAvailable, makeDayUnavailable, removeRange, suggestRange } from '../../domain/availability/rules.ts'
import { type Weekday, weekdays } from '../../domain/time/clock.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { RangeRows } from './range-rows.tsx'
import { weekdayLabels } from './weekday-labels.ts'

const CopyDayDialog = lazy(async () => ({ default: (await import('./copy-day-dialog.tsx')).CopyDayDialog }))

type Week = DraftAvailability['weeklyAvailability']
type WeeklyEditorProps = {
  week: Week
  onChange: (next: (week: Week) => Week) => void
  /** The label of a day without hours. */
  unavailableLabel?: string
}

/** The weekly hours, one row per day. The layout depends on the width of the editor, not of the screen. */
export function WeeklyEditor({ week, onChange, unavailableLabel = 'Unavailable' }: WeeklyEditorProps) {
  const [copiedDay, setCopiedDay] = useState<Weekday | null>(null)
  return (
    <>
      <ul className="@container divide-y divide-line border-y border-line">
        {weekdays.map((weekday) => (
          <DayRow
            key={weekday}
            name={weekdayLabels[weekday]}
            hours={week[weekday]}
            unavailableLabel={unavailableLabel}
            onChange={(next) => onChange((before) => ({ ...before, [weekday]: next(before[weekday]) }))}
            onCopy={() => setCopiedDay(weekday)}
          />
        ))}
      </ul>
      {copiedDay && (
        <Suspense>
          <CopyDayDialog
            from={copiedDay}
            timeRanges={week[copiedDay].timeRanges}
            onClose={() => setCopiedDay(null)}
            onCopy={(to) => onChange((before) => copyDay(before, copiedDay, to))}
          />
        </Suspense>
      )}
    </>
  )
}

type DayRowProps = {
  name: string
  hours: DraftDay
  unavailableLabel: string
  onChange: (next: (hours: DraftDay) => DraftDay) => void
  onCopy: () => void
}

function DayRow({ name, hours, unavailableLabel, onChange, onCopy }: DayRowProps) {
  const id = useId()
  const { isAvailable, timeRanges } = hours
  const isFull = isAvailable && suggestRange(timeRanges) === null
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 py-1.5 @min-[35rem]:grid-cols-[9rem_minmax(0,1fr)_auto]">
      <Checkbox
        id={id}
        label={<span className="font-strong">{name}</span>}
        checked={isAvailable}
        onChange={(event) => onChange(event.target.checked ? makeDayAvailable : makeDayUnavailable)}
      />
      <div className="flex items-center justify-end @min-[35rem]:col-start-3 @min-[35rem]:row-start-1">
        {!isAvailable && <span className="pr-1.5 text-small text-soft @min-[35rem]:hidden">{unavailableLabel}</span>}
        {isAvailable && (
          <IconButton label={`Copy ${name} to other days`} onClick={onCopy} className="text-soft">
            <Copy size={18} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={isFull ? `No time left on ${name} for another range` : `Add a range to ${name}`}
          disabled={isFull}
          onClick={() => onChange(addRange)}
          className="text-court!"
        >
          <Plus size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {isAvailable ? (
        <div className="col-span-2 pb-2 min-[24rem]:pl-8.5 @min-[35rem]:col-span-1 @min-[35rem]:col-start-2 @min-[35rem]:row-start-1 @min-[35rem]:p-0">
          <RangeRows
            dayName={name}
            timeRanges={timeRanges}
            onChange={(changed) => onChange((before) => ({ ...before, timeRanges: changed }))}
            onRemove={(index) => onChange((before) => removeRange(before, index))}
          />
        </div>
      ) : (
        <span className="hidden min-h-11 items-center text-soft @min-[35rem]:col-start-2 @min-[35rem]:row-start-1 @min-[35rem]:flex">
          {unavailableLabel}
        </span>
      )}
    </li>
  )
}
