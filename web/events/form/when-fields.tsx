import { lazy, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { suggestStarts } from '../../../domain/events/defaults.ts'
import { maxMinutes, shortestMinutes } from '../../../domain/events/form-contract.ts'
import { addMinutes, type FormValues, minutesFrom } from '../../../domain/events/form-values.ts'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lengthWords, longDate, spanWords, startWords } from './host-words.ts'

const DateField = lazyAfterPaint(async () => (await import('../../ui/date-field.tsx')).DateField)
const TimeField = lazyAfterPaint(async () => (await import('../../ui/time-field.tsx')).TimeField)
const EndFields = lazy(() => import('./end-fields.tsx'))

export const changed = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

const usualLengths = [30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480]
const other = 'other'

/** A day and a time that people mostly mean, and fields for every other. */
export function WhenFields({ now, last }: { now: LocalTime; last: string }) {
  const { control, setValue, trigger, formState } = useFormContext<FormValues>()
  const [date, time, minutes] = useWatch({ control, name: ['date', 'time', 'minutes'] })
  const { errors } = formState
  const [isOther, setOther] = useState(false)
  const [starts] = useState(() => suggestStarts(now))
  const start = date !== null && time !== null ? { date, time } : null
  const lengths = usualLengths.includes(minutes) ? usualLengths : [...usualLengths, minutes].sort((a, b) => a - b)
  const error = errors.date?.message ?? errors.time?.message ?? errors.minutes?.message
  /** Judged together: what is wrong with one may be mended in another. */
  const set = (next: Partial<Pick<FormValues, 'date' | 'time' | 'minutes'>>) => {
    for (const [name, value] of Object.entries(next)) setValue(name as 'date', value as string, { shouldDirty: true, shouldTouch: true })
    void trigger(['date', 'time', 'minutes'])
  }
  const isOdd = !(minutes >= shortestMinutes && minutes <= maxMinutes)
  return (
    <div className="grid gap-4">
      <fieldset className="flex min-w-0 flex-wrap gap-x-2 gap-y-2.5">
        <legend className="sr-only">Suggested times</legend>
        {starts.map((one) => (
          <ToggleChip key={`${one.date} ${one.time}`} isOn={one.date === date && one.time === time} onToggle={() => set(one)}>
            {startWords(one, now.date)}
          </ToggleChip>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
        <Suspense fallback={<FieldLoading label="Date" className="max-sm:col-span-2" />}>
          <DateField
            label="Date"
            value={date}
            onChange={(next) => set({ date: next })}
            first={now.date}
            last={last}
            className="max-sm:col-span-2"
          />
        </Suspense>
        <Suspense fallback={<FieldLoading label="Starts" />}>
          <TimeField label="Starts" value={time} onChange={(next) => set({ time: next })} />
        </Suspense>
        <Select
          label="Length"
          value={isOther || isOdd ? other : String(minutes)}
          options={[
            ...(isOdd ? [] : lengths).map((length) => ({ value: String(length), label: lengthWords(length) })),
            { value: other, label: 'Ends at …' },
          ]}
          onChange={(picked) => {
            setOther(picked === other)
            if (picked !== other) set({ minutes: Number(picked) })
          }}
        />
      </div>
      {(isOther || isOdd) && start && (
        <Suspense fallback={<Skeleton className="h-18 rounded-control" />}>
          <EndFields
            end={addMinutes(start, minutes)}
            first={start.date}
            last={last}
            onChange={(end) => set({ minutes: minutesFrom(start, end) })}
          />
        </Suspense>
      )}
      {error && <FieldError>{error}</FieldError>}
      {start && !isOdd && (
        <p role="status" className="text-small text-soft">
          {longDate(start.date)}, {spanWords(start, minutes)}, in the time zone of the place.
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
