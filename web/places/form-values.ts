import * as v from 'valibot'
import { IdempotencyKey } from '../../domain/ids.ts'
import { type PlaceDetail, PlaceForm, type PlaceHours, plainPlace } from '../../domain/places/contract.ts'
import { eachWeekday } from '../../domain/time/clock.ts'

/** What the form holds. The key and the version are kept with the words, so that a reload neither adds twice nor hides a change. */
export type FormValues = Omit<PlaceForm, 'lat' | 'lng'> & {
  lat: number | null
  lng: number | null
  idempotencyKey: string
  version: number
}

export type Ready = PlaceForm & { idempotencyKey: string; version: number }

/** The rules of the contract. That a form begins without a spot is the one thing they do not know. */
export const FormRules = v.intersect([
  PlaceForm,
  v.object({ idempotencyKey: IdempotencyKey, version: v.number() }),
]) as unknown as v.GenericSchema<FormValues, Ready>

export const newValues = (): FormValues => ({
  ...plainPlace,
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

/** Where a person begins who knows that a place has hours. */
export const usualHours = (): PlaceHours =>
  eachWeekday(() => ({ isAvailable: true, timeRanges: [{ startTime: '07:00', endTime: '22:00' }] }))
