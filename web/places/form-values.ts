import * as v from 'valibot'
import { IdempotencyKey } from '../../domain/ids.ts'
import { defaultPlaceFields, type PlaceDetail, PlaceForm, type PlaceHours } from '../../domain/places/contract.ts'
import { eachWeekday } from '../../domain/time/clock.ts'

/**
 * The values of the form. The idempotency key and the version are stored with the draft: after a reload, saving again adds no
 * second place, and a change by someone else is still noticed.
 */
export type FormValues = Omit<PlaceForm, 'lat' | 'lng'> & {
  lat: number | null
  lng: number | null
  idempotencyKey: string
  version: number
}

export type ReadyValues = PlaceForm & { idempotencyKey: string; version: number }

/** The rules of the contract. The type differs in one point: a new form has no pin yet. */
export const FormRules = v.intersect([
  PlaceForm,
  v.object({ idempotencyKey: IdempotencyKey, version: v.number() }),
]) as unknown as v.GenericSchema<FormValues, ReadyValues>

export const newValues = (): FormValues => ({
  ...defaultPlaceFields,
  name: '',
  lat: null,
  lng: null,
  cityName: '',
  cityState: '',
  activities: [],
  idempotencyKey: crypto.randomUUID(),
  version: 0,
})

export const valuesOf = (place: PlaceDetail): FormValues => ({
  ...newValues(),
  name: place.name,
  description: place.description,
  lat: place.lat,
  lng: place.lng,
  address: place.address,
  cityName: place.cityName,
  cityState: place.cityState as FormValues['cityState'],
  activities: place.activities as FormValues['activities'],
  courts: place.courts,
  surface: place.surface as FormValues['surface'],
  isIndoor: place.isIndoor,
  hasLights: place.hasLights,
  fee: place.fee,
  hours: place.hours,
  amenities: place.amenities as FormValues['amenities'],
  version: place.version,
})

/** The hours the editor starts with when the user chooses to set them. */
export const getDefaultHours = (): PlaceHours =>
  eachWeekday(() => ({ isAvailable: true, timeRanges: [{ startTime: '07:00', endTime: '22:00' }] }))
