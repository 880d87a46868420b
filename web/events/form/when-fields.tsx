import { lazy, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { suggestStarts } from '../../../domain/events/defaults.ts'
import { maxDurationMinutes, minDurationMinutes } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { addMinutes, minutesBetween } from '../../../domain/events/local-times.ts'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatLength, formatLongDate, formatStart, formatTimeRange } from './format-event-form.ts'

const DateField = lazyAfterPaint(async () => (await import('../../ui/date-field.tsx')).DateField)
const TimeField = lazyAfterPaint(async () => (await import('../../ui/time-field.tsx')).TimeField)
const EndFields = lazy(() => import('./end-fields.tsx'))

export const changeOptions = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

const commonLengths = [30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480]
const other = 'other'

/** Suggested starts as chips, and fields for any other date, time and length. */
export function WhenFields({ now, last }: { now: LocalTime; last: string }) {
  const { control, setValue, trigger, formState } = useFormContext<FormValues>()
  const [date, time, minutes] = useWatch({ control, name: ['date', 'time', 'minutes'] })
  const { errors } = formState
  const [isOther, setOther] = useState(false)
  const [starts] = useState(() => suggestStarts(now))
  const start = date !== null && time !== null ? { date, time } : null
  const lengths = commonLengths.includes(minutes) ? commonLengths : [...commonLengths, minutes].sort((a, b) => a - b)
  /** Validates all three fields together, because a change to one may fix an error in another. */
  const change = (next: Partial<Pick<FormValues, 'date' | 'time' | 'minutes'>>) => {
    for (const [name, value] of Object.entries(next)) setValue(name as 'date', value as string, { shouldDirty: true, shouldTouch: true })
    void trigger(['date', 'time', 'minutes'])
  }
  const isOutOfRange = !(minutes >= minDurationMinutes && minutes <= maxDurationMinutes)
  return (
    <div className="grid gap-4">
      <fieldset className="flex min-w-0 flex-wrap gap-x-2 gap-y-2.5">
        <legend className="sr-only">Suggested times</legend>
        {starts.map((option) => (
          <ToggleChip
            key={`${option.date} ${option.time}`}
            isOn={option.date === date && option.time === time}
            onToggle={() => change(option)}
          >
            {formatStart(option, now.date)}
          </ToggleChip>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
        <Suspense fallback={<FieldLoading label="Date" className="max-sm:col-span-2" />}>
          <DateField
            label="Date"
            error={errors.date?.message}
            value={date}
            onChange={(next) => change({ date: next })}
            minDate={now.date}
            maxDate={last}
            className="max-sm:col-span-2"
          />
        </Suspense>
        <Suspense fallback={<FieldLoading label="Starts" />}>
          <TimeField label="Starts" error={errors.time?.message} value={time} onChange={(next) => change({ time: next })} />
        </Suspense>
        <Select
          label="Length"
          value={isOther || isOutOfRange ? other : String(minutes)}
          options={[
            ...(isOutOfRange ? [] : lengths).map((length) => ({ value: String(length), label: formatLength(length) })),
            { value: other, label: 'Ends at …' },
          ]}
          onChange={(picked) => {
            setOther(picked === other)
            if (picked !== other) change({ minutes: Number(picked) })
          }}
        />
      </div>
      {(isOther || isOutOfRange) && start && (
        <Suspense fallback={<Skeleton className="h-18 rounded-control" />}>
          <EndFields
            end={addMinutes(start, minutes)}
            first={start.date}
            last={last}
            onChange={(end) => change({ minutes: minutesBetween(start, end) })}
          />
        </Suspense>
      )}
      {errors.minutes && <FieldError>{errors.minutes.message}</FieldError>}
      {start && !isOutOfRange && (
        <p role="status" className="text-small text-soft">
          {formatLongDate(start.date)}, {formatTimeRange(start, minutes)}, in the time zone of the place.
        </p>
      )}
    </div>
  )
}

function FieldLoading({ label, className = '' }: { label: string; className?: string }) {
  return (
    <span className={`grid gap-1.5 ${className}`}>
      <span className="text-small font-strong">{label}</span>
      <Skeleton className="h-11.5 rounded-control" />
    </span>
  )
}
