import { fieldsPart } from '../../domain/merge-edits.ts'
import type { FormPart } from '../ui/edit-conflict.ts'
import { formatPlaceValue, placeFieldLabels } from './change-list.tsx'
import type { FormValues } from './form-values.ts'

type FieldName = Exclude<keyof FormValues, 'idempotencyKey' | 'version' | 'lat' | 'lng' | 'cityName' | 'cityState'>

const partOf = (name: FieldName): FormPart<FormValues> => ({
  ...fieldsPart<FormValues>([name]),
  label: placeFieldLabels[name],
  format: (values) => formatPlaceValue(name, values[name]),
})

const listPart = (name: 'activities' | 'amenities'): FormPart<FormValues> => ({
  ...partOf(name),
  valueOf: (values) => [...values[name]].sort(),
})

/** The parts that are merged on their own if someone else has changed the place. */
export const placeParts: readonly FormPart<FormValues>[] = [
  partOf('name'),
  {
    ...fieldsPart<FormValues>(['lat', 'lng', 'cityName', 'cityState']),
    // The city is found from the pin, so only the pin counts as a change.
    valueOf: ({ lat, lng }) => [lat, lng],
    label: 'Pin',
    format: ({ lat, lng, cityName, cityState }) => {
      const city = [cityName, cityState].filter(Boolean).join(', ')
      const point = lat === null || lng === null ? '' : `${lat.toFixed(4)}, ${lng.toFixed(4)}`
      return city ? `${point}, near ${city}` : point
    },
  },
  listPart('activities'),
  ...(['courts', 'surface', 'isIndoor', 'hasLights', 'fee', 'address'] as const).map(partOf),
  listPart('amenities'),
  partOf('hours'),
  partOf('description'),
]
