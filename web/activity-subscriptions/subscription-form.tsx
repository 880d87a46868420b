import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { stageOf, switchTemporary } from '../../domain/activity-subscriptions/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { Address } from '../../domain/geo/address.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { describePin } from '../../domain/maps/rules.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { MapView } from '../maps/map-view.tsx'
import { namePin } from '../maps/name-pin.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { ActivitiesField } from './activities-field.tsx'
import { AddressField } from './address-field.tsx'
import { FormRules, fromRange, newValues, toRange, valuesOf } from './form-values.ts'
import { changingSubscription, mySubscriptions, subscribing } from './queries.ts'
import { RadiusField } from './radius-field.tsx'
import { locationWords } from './subscription-words.ts'

/** Milliseconds a pin waits for its name. */
const nameWithin = 800

const DateRangeField = lazy(async () => ({ default: (await import('../ui/date-range-field.tsx')).DateRangeField }))

type SubscriptionFormProps = {
  /** Null for a new one. */
  subscription: ActivitySubscription | null
  headingRef: Ref<HTMLHeadingElement>
  onClose: () => void
}

export function SubscriptionForm({ subscription, headingRef, onClose }: SubscriptionFormProps) {
  const queryClient = useQueryClient()
  const subscribe = useMutation(subscribing(queryClient))
  const change = useMutation(changingSubscription(queryClient))
  const [defaultValues] = useState(() => (subscription ? valuesOf(subscription) : newValues()))
  const form = useAppForm(FormRules, { defaultValues, draftKey: `activity-subscription:${subscription?.id ?? 'new'}` })
  const { control, formState, setValue, watch } = form
  const { errors, isSubmitting } = formState
  const values = watch()
  const { address, radius, activities, startDate, endDate } = values
  // Asked of the rules: the form itself counts a failed send as invalid, and that is exactly what may be tried again.
  const isReady = v.is(FormRules, values)
  const [field, renewField] = useFieldGeneration(form.isRestored)
  const changed = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

  const setAddress = (next: Address | null) => setValue('address', next, changed)
  const choices = useRef(0)
  const pickAddress = (next: Address | null) => {
    choices.current += 1
    setAddress(next)
  }
  const putPin = async (pin: LatLng) => {
    choices.current += 1
    const mine = choices.current
    const take = (named: Address) => {
      // A later choice has words of its own.
      if (mine !== choices.current) return
      setAddress(named)
      renewField()
    }
    // Where it lies will do until its name is there.
    const late = setTimeout(() => take(describePin(pin, [])), nameWithin)
    const named = await namePin(pin)
    clearTimeout(late)
    take(named)
  }
  const setDates = (next: { startDate: number | null; endDate: number | null }) => {
    setValue('startDate', next.startDate, changed)
    setValue('endDate', next.endDate, changed)
  }
  const discard = () => {
    form.discardDraft()
    renewField()
  }

  const save = form.submitWith(async ({ idempotencyKey, version, ...wish }) => {
    if (!subscription) {
      await subscribe.mutateAsync({ ...wish, idempotencyKey })
      showSnackbar('You are subscribed. A mail confirms it.')
      return onClose()
    }
    try {
      await change.mutateAsync({ ...wish, id: subscription.id, version })
    } catch (error) {
      if (!(error instanceof ShownError && error.code === 'SubscriptionVersionConflict')) throw error
      const latest = await queryClient.fetchQuery({ ...mySubscriptions, staleTime: 0 })
      const now = latest.subscriptions.find(({ id }) => id === subscription.id)
      if (!now) throw new AppError('SubscriptionDeleted')
      setValue('version', now.version)
      throw new AppError('SubscriptionReloaded')
    }
    showSnackbar('Subscription saved')
    onClose()
  })

  const addressError = locationWords(errors.address?.message ?? errors.address?.description?.message)
  const missing = [address === null && 'a place', activities.length === 0 && 'an activity'].filter((word) => word !== false)
  const isOver = stageOf({ startDate, endDate }, Date.now()) === 'ended'
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-6">
      <header className="grid justify-items-start gap-1">
        <Button variant="quiet" size="small" onClick={onClose} className="-ml-3.5">
          <ArrowLeft size={17} aria-hidden="true" /> All subscriptions
        </Button>
        <h2 ref={headingRef} tabIndex={-1} className="text-heading outline-none">
          {subscription ? 'Edit subscription' : 'New subscription'}
        </h2>
        <RestoredNotice isRestored={form.isRestored} onDiscard={discard} />
      </header>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <AddressField key={field} address={address} onPick={pickAddress} hasPlaces error={addressError} />
        <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          <MapView
            label="Where you want to play"
            className="h-72 sm:h-96 lg:h-[34rem]"
            pin={address}
            miles={radius >= 1 ? Math.min(radius, 50) : null}
            onPin={(pin) => void putPin(pin)}
          />
          <p className="mt-2 text-small text-soft">
            {address ? 'Drag the pin or press the map to move it.' : 'Press the map to put a pin there.'}
          </p>
          <p role="status" className="sr-only">
            {address?.description}
          </p>
        </div>
        <div className="grid content-start gap-6">
          <Controller
            control={control}
            name="radius"
            render={({ field: { value, onChange, onBlur } }) => (
              <RadiusField value={value} onChange={onChange} onBlur={onBlur} error={errors.radius?.message} />
            )}
          />
          <Controller
            control={control}
            name="activities"
            render={({ field: { value, onChange } }) => (
              <ActivitiesField value={value} onChange={onChange} error={errors.activities?.message} />
            )}
          />
          <div className="grid gap-2">
            <Suspense fallback={<DatesLoading />}>
              <DateRangeField
                label="Dates"
                isOptional
                value={toRange({ startDate, endDate })}
                onChange={(range) => setDates(fromRange(range, { startDate, endDate }))}
                error={errors.endDate?.message ?? errors.startDate?.message}
                hint={isOver ? 'These dates are over: no alerts would come.' : undefined}
              />
            </Suspense>
            <Controller
              control={control}
              name="isTemporary"
              render={({ field: { value, name, onBlur } }) => (
                <Switch
                  label="Temporary subscription"
                  hint="It begins today. Alerts stop after the end date."
                  name={name}
                  onBlur={onBlur}
                  checked={value}
                  onChange={(event) => {
                    const { isTemporary, ...dates } = switchTemporary(event.target.checked, Date.now())
                    setValue('isTemporary', isTemporary, changed)
                    setDates(dates)
                  }}
                />
              )}
            />
          </div>
          <FormFailure failure={form.failure} />
          <div className="grid gap-2.5">
            <div className="flex flex-wrap gap-2.5">
              <Button type="submit" variant="go" disabled={!isReady} isPending={isSubmitting} className="max-sm:flex-1">
                {subscription ? 'Save changes' : 'Subscribe'}
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </div>
            {missing.length > 0 && <p className="text-small text-soft">Still needed: {missing.join(' and ')}.</p>}
          </div>
        </div>
      </div>
    </form>
  )
}

/** The address field keeps its own text: when the place comes from elsewhere, it starts anew with it. */
function useFieldGeneration(isRestored: boolean): [string, () => void] {
  const [generation, setGeneration] = useState(0)
  return [`${generation} ${isRestored}`, () => setGeneration((before) => before + 1)]
}

function DatesLoading() {
  return (
    <span className="grid gap-1.5">
      <span className="text-small font-strong">Dates</span>
      <Skeleton className="h-11.5 rounded-control" />
    </span>
  )
}
