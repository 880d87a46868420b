import { Suspense } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { maxCapacity } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Seats } from '../../ui/seats.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatSeatCount } from './format-event-form.ts'

const Stepper = lazyAfterPaint(async () => (await import('../../ui/stepper.tsx')).Stepper)

/** The number of seats, with the dots that everyone will see. If the game has slots, their seats are counted instead. */
export function SeatsField({ asksToPlay }: { asksToPlay: boolean }) {
  const { control, formState, register } = useFormContext<FormValues>()
  const [capacity, slots, hostPlays, pricing] = useWatch({ control, name: ['capacity', 'slots', 'hostPlays', 'pricing'] })
  const seatsInSlots = slots.reduce((sum, slot) => sum + (slot.capacity || 0), 0)
  const seatCount = slots.length > 0 ? seatsInSlots : capacity
  const isInRange = seatCount >= 1 && seatCount <= maxCapacity
  const ownSeats = asksToPlay && hostPlays ? 1 : 0
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
      {isInRange && <Seats taken={0} ownSeats={ownSeats} open={seatCount - ownSeats} className="max-w-72" />}
      {asksToPlay && (
        <Checkbox label="I play too" hint={describeOwnSeat(slots, pricing !== null)} className="w-full" {...register('hostPlays')} />
      )}
    </div>
  )
}

function describeOwnSeat([first]: FormValues['slots'], isPaid: boolean): string {
  const seat = first?.name ? `You get a seat in ${first.name}` : 'You get one of the seats'
  return isPaid ? `${seat}, and do not pay for it.` : `${seat}.`
}
