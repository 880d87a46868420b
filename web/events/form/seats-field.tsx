import { Suspense } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { maxCapacity } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Seats } from '../../ui/seats.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatSeatCount } from './format-event-form.ts'

const Stepper = lazyAfterPaint(async () => (await import('../../ui/stepper.tsx')).Stepper)

/** The number of seats, with the dots that everyone will see. If the game has slots, their seats are counted instead. */
export function SeatsField() {
  const { control, formState } = useFormContext<FormValues>()
  const [capacity, slots] = useWatch({ control, name: ['capacity', 'slots'] })
  const seatsInSlots = slots.reduce((sum, slot) => sum + (slot.capacity || 0), 0)
  const seatCount = slots.length > 0 ? seatsInSlots : capacity
  const isInRange = seatCount >= 1 && seatCount <= maxCapacity
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      {slots.length > 0 ? (
        <p>
          <b>{formatSeatCount(seatsInSlots)}</b>{' '}
          <span className="text-soft">in {slots.length === 1 ? 'one slot' : `${slots.length} slots`}</span>
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
                min={1}
                max={maxCapacity}
                error={formState.errors.capacity?.message}
              />
            )}
          />
        </Suspense>
      )}
      {isInRange && <Seats taken={0} open={seatCount} className="max-w-72" />}
    </div>
  )
}
