import { X } from 'lucide-react'
import { useId } from 'react'
import type { DraftTimeRange } from '../../domain/availability/drafts.ts'
import { faultLabels, findFaults } from '../../domain/availability/find-faults.ts'
import { FieldError } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatRange } from './format-time.ts'
import { TimeSelect } from './time-select.tsx'

type RangeRowsProps = {
  /** The name of the day these ranges belong to: a weekday or a date. */
  dayName: string
  timeRanges: readonly DraftTimeRange[]
  onChange: (timeRanges: DraftTimeRange[]) => void
  onRemove: (index: number) => void
}

/** One row for each time range, with its errors below it. */
export function RangeRows({ dayName, timeRanges, onChange, onRemove }: RangeRowsProps) {
  const id = useId()
  const faults = findFaults({ timeRanges })
  return (
    <ul className="grid gap-2">
      {timeRanges.map((range, index) => {
        const rangeFaults = faults.filter((fault) => fault.index === index)
        const faultId = `${id}-${index}`
        const change = (part: Partial<DraftTimeRange>) => onChange(timeRanges.with(index, { ...range, ...part }))
        const rangeName = timeRanges.length > 1 ? `${dayName}, range ${index + 1}` : dayName
        const field = (name: 'startTime' | 'endTime') => {
          // An overlap concerns the whole range, so both fields are invalid.
          const isInvalid = rangeFaults.some((fault) => fault.field === name || fault.code === 'overlappingTimes')
          return { isInvalid, describedBy: isInvalid ? faultId : undefined }
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no id, and their rows hold no state.
          <li key={index} className="grid gap-1">
            <div className="grid grid-cols-[minmax(0,8.75rem)_auto_minmax(0,8.75rem)_auto] items-center justify-start gap-1.5">
              <TimeSelect
                label={`${rangeName}, from`}
                value={range.startTime}
                onChange={(startTime) => change({ startTime })}
                {...field('startTime')}
              />
              <span aria-hidden="true" className="text-soft">
                –
              </span>
              <TimeSelect
                label={`${rangeName}, until`}
                value={range.endTime}
                onChange={(endTime) => change({ endTime })}
                after={range.startTime}
                isEnd
                {...field('endTime')}
              />
              <IconButton label={`Remove ${formatRange(range)} on ${dayName}`} onClick={() => onRemove(index)} className="text-soft">
                <X size={18} aria-hidden="true" />
              </IconButton>
            </div>
            {rangeFaults.length > 0 && (
              <div id={faultId}>
                {rangeFaults.map(({ field: name, code }) => (
                  <FieldError key={`${name} ${code}`}>{faultLabels[code]}</FieldError>
                ))}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
