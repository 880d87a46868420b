import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { activities } from '../../domain/activities.ts'
import type { Address } from '../../domain/geo/address.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { maxPlaceNameLength } from '../../domain/places/kinds.ts'
import { roundLocation } from '../../domain/places/rules.ts'
import { ActivitiesField } from '../activity-subscriptions/activities-field.tsx'
import { AddressField } from '../activity-subscriptions/address-field.tsx'
import type { Around } from '../maps/map-view.tsx'
import { namePin } from '../maps/name-pin.ts'
import { PointPicker, useStreets } from '../maps/point-picker.tsx'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { FormMergeNotice } from '../ui/form-merge-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FormRules, type FormValues, type ReadyValues } from './form-values.ts'
import { LocateButton } from './locate-button.tsx'
import { placeParts } from './place-parts.ts'
import { SimilarPlaces } from './similar-places.tsx'

const MoreFields = lazy(() => import('./more-fields.tsx'))

type PlaceFormProps = {
  title: string
  intro: string
  saveLabel: string
  draftKey: string
  defaultValues: FormValues
  /** Null for a new place. */
  placeId: string | null
  /** The area the map shows while there is no pin; undefined while it is still loading. */
  around?: Around | null | undefined
  /** Saves, and returns the navigation to run afterwards. */
  onSave: (values: ReadyValues) => Promise<() => void>
  /** For a place that is edited: its saved values, if the error says that someone else has changed it. */
  findSaved?: (error: unknown) => Promise<FormValues | null>
}

const labelOf = new Map(activities.map(({ id, label }) => [id, label]))
const idOf = new Map(activities.map(({ id, label }) => [label, id]))
const mapClasses = 'h-72 sm:h-96 lg:h-[30rem]'
const dragText = 'Drag the pin to the exact spot.'
const changeOptions = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

/** "Austin, TX" as a city and its state. */
function readCity(name: string): Pick<FormValues, 'cityName' | 'cityState'> {
  const [, cityName = '', cityState = ''] = /^(.*), ([A-Z]{2})$/.exec(name) ?? []
  return { cityName, cityState: cityState as FormValues['cityState'] }
}

/** The form for a place: the map, the name and the activities. "More details" opens the other fields. */
export function PlaceForm({ title, intro, saveLabel, draftKey, defaultValues, placeId, around, onSave, findSaved }: PlaceFormProps) {
  const navigate = useNavigate()
  const form = useAppForm(FormRules, { defaultValues, draftKey, ...(findSaved && { merging: { parts: placeParts, findSaved } }) })
  const { control, register, setValue, watch, formState } = form
  const { errors, isSubmitting } = formState
  const values = watch()
  const { lat, lng, name } = values
  const pin = lat === null || lng === null ? null : { lat, lng }
  const isReady = v.is(FormRules, values)
  const hasStreets = useStreets()
  const pinCount = useRef(0)
  const [isMoreOpen, setMoreOpen] = useState(placeId !== null)

  const setPin = (next: LatLng, knownCity?: string) => {
    pinCount.current += 1
    const ownPin = pinCount.current
    const wrapped = roundLocation({ lat: next.lat, lng: ((((next.lng + 180) % 360) + 360) % 360) - 180 })
    setValue('lat', wrapped.lat, changeOptions)
    setValue('lng', wrapped.lng, changeOptions)
    const applyCity = (name: string) => {
      // The user has moved the pin in the meantime.
      if (ownPin !== pinCount.current) return
      const city = readCity(name)
      setValue('cityName', city.cityName, changeOptions)
      setValue('cityState', city.cityState, changeOptions)
    }
    if (knownCity !== undefined) return applyCity(knownCity)
    void namePin(wrapped).then((found) => applyCity(found.name))
  }
  const pickAddress = (address: Address | null) => {
    if (!address) return
    setPin(address, readCity(address.name).cityName ? address.name : undefined)
    // The user searched for an address, not only a city, so we fill in the address as well.
    if (address.description !== address.name && !/^Near /.test(address.description) && values.address === '') {
      setValue('address', address.description.slice(0, 200), changeOptions)
    }
  }

  const navigateAway = useRef<(() => void) | null>(null)
  const send = form.submitWith(async (ready) => {
    navigateAway.current = await onSave(ready)
  })
  const save = async (event: React.FormEvent) => {
    navigateAway.current = null
    await send(event as never)
    // We navigate only now, because the form warns before leaving while it has unsaved changes.
    const go = navigateAway.current as (() => void) | null
    go?.()
  }

  const missingFields = [
    pin === null && 'a location',
    name.trim().length < 2 && 'a name',
    values.activities.length === 0 && 'an activity',
  ].filter((word) => word !== false)
  const city = [values.cityName, values.cityState].filter(Boolean).join(', ')
  return (
    <form noValidate onSubmit={(event) => void save(event)} className={pageFrame('wide', 'grid gap-6 pt-4 sm:pt-9')}>
      <header className="grid gap-1">
        <h1 className="wrap-anywhere">{title}</h1>
        <p className="text-soft">{intro}</p>
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      </header>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
        <div className="grid content-start gap-3 lg:sticky lg:top-8 lg:self-start">
          <div className="grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
            <AddressField address={null} onPick={pickAddress} />
            <LocateButton onFound={(found) => setPin(found)} />
          </div>
          {pin === null && around === undefined ? (
            <Skeleton className={joinClasses('rounded-card', mapClasses)} />
          ) : (
            <PointPicker label="Location" pin={pin} around={around ?? null} onPin={(next) => setPin(next)} className={mapClasses} />
          )}
          <p role="status" className="text-small text-soft">
            {[pin && city && `Near ${city}.`, hasStreets && (pin ? dragText : 'Search for a city, then tap the map where people play.')]
              .filter(Boolean)
              .join(' ')}
          </p>
          {(errors.lat ?? errors.lng) && (
            <p role="alert" className="text-small font-medium text-bad">
              {errors.lat?.message ?? errors.lng?.message}
            </p>
          )}
        </div>
        <div className="grid content-start gap-6">
          <div>
            <TextField
              label="Name"
              placeholder="Northside Courts"
              autoComplete="off"
              limit={maxPlaceNameLength}
              error={errors.name?.message}
              {...register('name')}
            />
            <SimilarPlaces pin={pin} name={name} except={placeId} />
          </div>
          <Controller
            control={control}
            name="activities"
            render={({ field: { value, onChange } }) => (
              <ActivitiesField
                value={value.flatMap((id) => labelOf.get(id) ?? [])}
                onChange={(labels) => onChange(labels.flatMap((label) => idOf.get(label) ?? []))}
                error={errors.activities?.message}
              />
            )}
          />
          <details
            open={isMoreOpen}
            onToggle={(event) => setMoreOpen(event.currentTarget.open)}
            className="group border-y border-line py-1"
          >
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 font-strong [&::-webkit-details-marker]:hidden">
              <span>
                More details <span className="font-normal text-soft">courts, lights, fees, hours</span>
              </span>
              <ChevronDown size={20} aria-hidden="true" className="flex-none text-court group-open:rotate-180" />
            </summary>
            {isMoreOpen && (
              <Suspense fallback={<Skeleton className="my-4 h-80 rounded-control" />}>
                <MoreFields form={form} />
              </Suspense>
            )}
          </details>
          <FormMergeNotice form={form} />
          <FormFailure failure={form.failure} />
          <div className="grid gap-2.5">
            <div className="flex flex-wrap gap-2.5">
              <Button type="submit" variant="primary" disabled={!isReady} isPending={isSubmitting} className="max-sm:flex-1">
                {saveLabel}
              </Button>
              <Button onClick={() => void navigate(placeId === null ? -1 : (`/places/view/${placeId}` as never))}>Cancel</Button>
            </div>
            {missingFields.length > 0 && (
              <p className="text-small text-soft">Still needed: {new Intl.ListFormat('en-US').format(missingFields)}.</p>
            )}
            {missingFields.length === 0 && !isReady && <p className="text-small text-soft">Please check the marked fields above.</p>}
          </div>
        </div>
      </div>
    </form>
  )
}
