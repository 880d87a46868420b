import type { ReactNode } from 'react'
import { metersInMile, milesBetween } from '../../domain/geo/distance.ts'
import type { PlaceEdit, PlaceHours } from '../../domain/places/contract.ts'
import { formatFee } from '../../domain/places/rules.ts'
import { formatActivity, formatAmenity, formatHours, formatSurface } from './format-place.ts'

type Change = PlaceEdit['changes'][number]

const hiddenFields: readonly Change['field'][] = ['timeZone', 'cityState', 'isDeleted']

/** The changed fields of a place, with the values before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const move = readMove(changes)
  const shownChanges = changes.filter(
    ({ field }) => !hiddenFields.includes(field) && field !== 'lng' && !(field === 'lat' && move !== null),
  )
  if (shownChanges.length === 0 && move === null) return null
  return (
    <dl className="grid gap-1 text-small">
      {move !== null && <Row label="Pin">Moved by {formatMove(move.meters)}</Row>}
      {shownChanges.map(({ field, before, after }) => (
        <Row key={field} label={placeFieldLabels[field]}>
          <del className="text-soft">{formatPlaceValue(field, before)}</del> <span aria-hidden="true">→</span>{' '}
          <ins className="no-underline">{formatPlaceValue(field, after)}</ins>
        </Row>
      ))}
    </dl>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-3 sm:grid-cols-[7rem_1fr]">
    <dt className="text-soft">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

/** The new location and how far it is from the old one. Null if the changes do not contain both coordinates. */
export function readMove(changes: readonly Change[]): { lat: number; lng: number; meters: number } | null {
  const [lat, lng] = [changes.find(({ field }) => field === 'lat'), changes.find(({ field }) => field === 'lng')]
  const [before, after] = [readPoint(lat?.before, lng?.before), readPoint(lat?.after, lng?.after)]
  return before && after && { ...after, meters: milesBetween(before, after) * metersInMile }
}

const readPoint = (lat: unknown, lng: unknown) => (typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null)

export function formatMove(meters: number): string {
  const feet = meters / 0.3048
  if (feet < 1000) return `${Math.max(1, Math.round(feet))} feet`
  const miles = Math.round((meters / metersInMile) * 10) / 10
  return miles === 1 ? '1 mile' : `${miles.toLocaleString()} miles`
}

export const placeFieldLabels: Record<Change['field'], string> = {
  name: 'Name',
  description: 'Description',
  lat: 'Pin',
  lng: 'Pin',
  timeZone: 'Time zone',
  address: 'Address',
  cityName: 'City',
  cityState: 'State',
  activities: 'Activities',
  courts: 'Courts',
  surface: 'Surface',
  isIndoor: 'Indoors',
  hasLights: 'Lights',
  fee: 'Fee',
  hours: 'Hours',
  amenities: 'Amenities',
  photos: 'Photos',
  isDeleted: 'Removed',
}

/** Old edits may hold values of any shape, so we check each value before we show it. */
export function formatPlaceValue(field: Change['field'], value: unknown): string {
  const formatList = (format: (id: string) => string) =>
    Array.isArray(value) && value.length > 0 ? value.map((id) => format(String(id))).join(', ') : 'None'
  switch (field) {
    case 'lat':
      return typeof value === 'number' ? `${value.toFixed(4)}° N` : 'Unknown'
    case 'activities':
      return formatList(formatActivity)
    case 'amenities':
      return formatList(formatAmenity)
    case 'photos':
      return Array.isArray(value) ? String(value.length) : '0'
    case 'surface':
      return formatSurface(String(value)) || 'Unknown'
    case 'isIndoor':
    case 'hasLights':
      return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : 'Unknown'
    case 'fee':
      return typeof value === 'string' ? (formatFee(value) ?? '') : 'Unknown'
    case 'hours':
      return value === null
        ? 'Unknown'
        : formatHours(value as PlaceHours)
            .map(({ days, text }) => `${days} ${text}`)
            .join('; ')
    default:
      return value === null || value === '' ? 'Unknown' : String(value)
  }
}
