import { X } from 'lucide-react'
import { useId } from 'react'
import type { DraftTimeRange } from '../../domain/availability/drafts.ts'
import { faultWords, findFaults } from '../../domain/availability/find-faults.ts'
import { FieldError } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TimeSelect } from './time-select.tsx'
import { rangeWords } from './time-words.ts'

type RangeRowsProps = {
  /** Whose ranges these are: Monday, or a date. */
  of: string
  timeRanges: readonly DraftTimeRange[]
  onChange: (timeRanges: DraftTimeRange[]) => void
  onRemove: (index: number) => void
}

/** A row for each range, what is wrong with it right beneath. */
export function RangeRows({ of, timeRanges, onChange, onRemove }: RangeRowsProps) {
  const id = useId()
  const faults = findFaults({ timeRanges })
  return (
    <ul className="grid gap-2">
      {timeRanges.map((range, index) => {
        const mine = faults.filter((fault) => fault.index === index)
        const faultId = `${id}-${index}`
        const change = (part: Partial<DraftTimeRange>) => onChange(timeRanges.with(index, { ...range, ...part }))
        const which = timeRanges.length > 1 ? `${of}, range ${index + 1}` : of
        const field = (name: 'startTime' | 'endTime') => {
          // An overlap is between whole ranges.
          const isInvalid = mine.some((fault) => fault.field === name || fault.code === 'overlappingTimes')
          return { isInvalid, describedBy: isInvalid ? faultId : undefined }
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no name but their place, and hold no state.
          <li key={index} className="grid gap-1">
            <div className="grid grid-cols-[minmax(0,8.75rem)_auto_minmax(0,8.75rem)_auto] items-center justify-start gap-1.5">
              <TimeSelect
                label={`${which}, from`}
                value={range.startTime}
                onChange={(startTime) => change({ startTime })}
                {...field('startTime')}
              />
              <span aria-hidden="true" className="text-soft">
                –
              </span>
              <TimeSelect
                label={`${which}, until`}
                value={range.endTime}
                onChange={(endTime) => change({ endTime })}
                after={range.startTime}
                isEnd
                {...field('endTime')}
              />
              <IconButton label={`Remove ${rangeWords(range)} on ${of}`} onClick={() => onRemove(index)} className="text-soft">
                <X size={18} aria-hidden="true" />
              </IconButton>
            </div>
            {mine.length > 0 && (
              <div id={faultId}>
                {mine.map(({ field: place, code }) => (
                  <FieldError key={`${place} ${code}`}>{faultWords[code]}</FieldError>
                ))}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
