import { useId } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { formatPlaceCity } from '../../domain/places/format-city.ts'
import { LateDirectionsButtons } from '../maps/late-directions-buttons.tsx'
import { LazyMap } from '../maps/lazy-map.tsx'

export function PlaceWhere({ place }: { place: PlaceDetail }) {
  const { name, lat, lng, address } = place
  const headingId = useId()
  const addressText = address || [formatPlaceCity(place), `${lat.toFixed(4)}, ${lng.toFixed(4)}`].filter(Boolean).join(' · ')
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-[1.375rem]">
        Where
      </h2>
      <p className="text-soft wrap-anywhere">{addressText}</p>
      <LazyMap label={`Map of ${name}`} pin={{ lat, lng }} className="h-64 sm:h-80" />
      <LateDirectionsButtons place={place} address={address ? `${name}, ${address}` : `${lat}, ${lng}`} />
    </section>
  )
}
