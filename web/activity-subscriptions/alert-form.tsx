import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { stageOf, switchTemporary } from '../../domain/activity-subscriptions/rules.ts'
import { defaultRadiusMiles } from '../../domain/discover/state.ts'
import type { Address } from '../../domain/geo/address.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { describePin } from '../../domain/maps/rules.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { homeCity } from '../discover/queries.ts'
import { MapView } from '../maps/map-view.tsx'
import { namePin } from '../maps/name-pin.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { FormMergeNotice } from '../ui/form-merge-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { ActivitiesField } from './activities-field.tsx'
import { AddressField } from './address-field.tsx'
import { alertParts, FormRules, fromRange, newValues, toRange, valuesOf } from './form-values.ts'
import { formatLocationError } from './format-alert.ts'
import { addingAlert, changingAlert, myAlerts } from './queries.ts'
import { RadiusField } from './radius-field.tsx'

/** How many milliseconds we wait for the name of a pin before we show its coordinates. */
const maxNameWait = 800

const mapClasses = 'h-72 sm:h-96 lg:h-[34rem]'

const DateRangeField = lazy(async () => ({ default: (await import('../ui/date-range-field.tsx')).DateRangeField }))

type AlertFormProps = {
  /** Null for a new alert. */
  alert: ActivitySubscription | null
  headingRef: Ref<HTMLHeadingElement>
  onClose: () => void
}

export function AlertForm({ alert, headingRef, onClose }: AlertFormProps) {
  const queryClient = useQueryClient()
  const add = useMutation(addingAlert(queryClient))
  const change = useMutation(changingAlert(queryClient))
  const [defaultValues] = useState(() => (alert ? valuesOf(alert) : newValues()))
  const findSaved = async (error: unknown) => {
    if (!(error instanceof ShownError && error.code === 'SubscriptionVersionConflict')) return null
    const latest = await queryClient.fetchQuery({ ...myAlerts, staleTime: 0 })
    const saved = latest.subscriptions.find(({ id }) => id === alert?.id)
    return saved ? valuesOf(saved) : null
  }
  const form = useAppForm(FormRules, {
    defaultValues,
    draftKey: `activity-subscription:${alert?.id ?? 'new'}`,
    merging: { parts: alertParts, findSaved },
  })
  const { control, formState, setValue, watch } = form
  const { errors, isSubmitting } = formState
  const values = watch()
  const { address, radius, activities, startDate, endDate, isTemporary } = values
  // We check the rules ourselves: the form counts as invalid after a failed save, but the user must be able to try again.
  const isReady = v.is(FormRules, values)
  // A new alert begins around the person. The map waits for their city, because it does not move later.
  const home = useQuery({ ...homeCity, enabled: alert === null })
  const around = home.data ? { ...home.data, miles: defaultRadiusMiles } : home.isFetching ? undefined : null
  const [fieldKey, remountField] = useFieldKey(form.loadCount)
  const changeOptions = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

  const setAddress = (next: Address | null) => setValue('address', next, changeOptions)
  const choiceCount = useRef(0)
  const pickAddress = (next: Address | null) => {
    choiceCount.current += 1
    setAddress(next)
  }
  const setPin = async (pin: LatLng) => {
    choiceCount.current += 1
    const ownChoice = choiceCount.current
    const applyAddress = (namedAddress: Address) => {
      // The user has chosen another location in the meantime.
      if (ownChoice !== choiceCount.current) return
      setAddress(namedAddress)
      remountField()
    }
    // Until the name has loaded, we show the coordinates.
    const timer = setTimeout(() => applyAddress(describePin(pin, [])), maxNameWait)
    const namedAddress = await namePin(pin)
    clearTimeout(timer)
    applyAddress(namedAddress)
  }
  const setDates = (next: { startDate: number | null; endDate: number | null }) => {
    setValue('startDate', next.startDate, changeOptions)
    setValue('endDate', next.endDate, changeOptions)
  }

  const save = form.submitWith(async ({ idempotencyKey, version, ...fields }) => {
    if (!alert) {
      await add.mutateAsync({ ...fields, idempotencyKey })
      showSnackbar('Alert saved. We sent you a confirmation email.')
      return onClose()
    }
    await change.mutateAsync({ ...fields, id: alert.id, version })
    showSnackbar('Alert saved')
    onClose()
  })

  const addressError = formatLocationError(errors.address?.message ?? errors.address?.description?.message)
  const missingFields = [address === null && 'a location', activities.length === 0 && 'an activity'].filter((word) => word !== false)
  const areDatesOver = stageOf({ startDate, endDate }, Date.now()) === 'ended'
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-6">
      <header className="grid justify-items-start gap-1">
        <Button variant="quiet" size="small" onClick={onClose} className="-ml-3.5">
          <ArrowLeft size={17} aria-hidden="true" /> All alerts
        </Button>
        <h2 ref={headingRef} tabIndex={-1} className="text-heading outline-none">
          {alert ? 'Edit alert' : 'New alert'}
        </h2>
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      </header>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <AddressField key={fieldKey} address={address} onPick={pickAddress} hasPlaces error={addressError} />
        <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          {address === null && around === undefined ? (
            <Skeleton className={joinClasses(mapClasses, 'rounded-card')} />
          ) : (
            <MapView
              label="Where you want to play"
              className={mapClasses}
              pin={address}
              around={around ?? null}
              miles={radius >= 1 ? Math.min(radius, 50) : null}
              onPin={(pin) => void setPin(pin)}
            />
          )}
          <p className="mt-2 text-small text-soft">
            {address ? 'Drag the pin or tap the map to move it.' : 'Or tap the map to add a pin.'}
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
                isOptional={!isTemporary}
                value={toRange({ startDate, endDate })}
                onChange={(range) => setDates(fromRange(range, { startDate, endDate }))}
                error={errors.endDate?.message ?? errors.startDate?.message}
                hint={areDatesOver ? 'These dates are in the past. Choose later dates to get notifications.' : undefined}
              />
            </Suspense>
            <Controller
              control={control}
              name="isTemporary"
              render={({ field: { value, name, onBlur } }) => (
                <Switch
                  label="Temporary subscription"
                  hint="It starts today. Alerts stop after the end date."
                  name={name}
                  onBlur={onBlur}
                  checked={value}
                  onChange={(event) => {
                    const { isTemporary, ...dates } = switchTemporary(event.target.checked, Date.now())
                    setValue('isTemporary', isTemporary, changeOptions)
                    setDates(dates)
                  }}
                />
              )}
            />
          </div>
          <FormMergeNotice form={form} />
          <FormFailure failure={form.failure} />
          <div className="grid gap-2.5">
            <div className="flex flex-wrap gap-2.5">
              <Button type="submit" variant="primary" disabled={!isReady} isPending={isSubmitting} className="max-sm:flex-1">
                {alert ? 'Save changes' : 'Save alert'}
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </div>
            {missingFields.length > 0 && <p className="text-small text-soft">Still needed: {missingFields.join(' and ')}.</p>}
          </div>
        </div>
      </div>
    </form>
  )
}

/** The address field keeps its own text. When the address changes from outside, a new key mounts the field again. */
function useFieldKey(loadCount: number): [string, () => void] {
  const [generation, setGeneration] = useState(0)
  return [`${generation} ${loadCount}`, () => setGeneration((before) => before + 1)]
}

function DatesLoading() {
  return (
    <span className="grid gap-1.5">
      <span className="text-small font-strong">Dates</span>
      <Skeleton className="h-11.5 rounded-control" />
    </span>
  )
}
