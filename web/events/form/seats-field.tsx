import { Suspense } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { maxCapacity } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Seats } from '../../ui/seats.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { seatWords } from './host-words.ts'

const Stepper = lazyAfterPaint(async () => (await import('../../ui/stepper.tsx')).Stepper)

/** How many it takes, as the dots that everyone will see. With slots it is they who have the seats. */
export function SeatsField() {
  const { control, formState } = useFormContext<FormValues>()
  const [capacity, slots] = useWatch({ control, name: ['capacity', 'slots'] })
  const inSlots = slots.reduce((sum, slot) => sum + (slot.capacity || 0), 0)
  const shown = slots.length > 0 ? inSlots : capacity
  const isDrawn = shown >= 1 && shown <= maxCapacity
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      {slots.length > 0 ? (
        <p>
          <b>{seatWords(inSlots)}</b> <span className="text-soft">in {slots.length === 1 ? 'one slot' : `${slots.length} slots`}</span>
        </p>
      ) : (
        <Suspense fallback={<Skeleton className="h-11.5 w-35 rounded-control" />}>
          <Controller
            control={control}
            name="capacity"
            render={({ field: { value, onChange, onBlur } }) => (
              <Stepper
                label="Seats"
                isLabelHidden
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                least={1}
                most={maxCapacity}
                error={formState.errors.capacity?.message}
              />
            )}
          />
        </Suspense>
      )}
      {isDrawn && <Seats taken={0} open={shown} className="max-w-72" />}
    </div>
  )
}
