import { useId } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { cityWords } from '../../domain/places/rules.ts'
import { LateMap } from '../maps/late-map.tsx'
import { WaysThere } from '../maps/ways-there.tsx'

export function PlaceWhere({ place }: { place: PlaceDetail }) {
  const { name, lat, lng, address } = place
  const headingId = useId()
  const words = address || [cityWords(place), `${lat.toFixed(4)}, ${lng.toFixed(4)}`].filter(Boolean).join(' · ')
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-[1.375rem]">
        Where
      </h2>
      <p className="text-soft wrap-anywhere">{words}</p>
      <LateMap label={`Map of ${name}`} pin={{ lat, lng }} className="h-64 sm:h-80" />
      <WaysThere place={place} address={address ? `${name}, ${address}` : `${lat}, ${lng}`} />
    </section>
  )
}
