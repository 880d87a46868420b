import { Link } from 'react-router'
import type { LatLng } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import type { PlaceCard } from '../../domain/places/contract.ts'
import { cityWords, photoUrl } from '../../domain/places/rules.ts'
import { activityOf, activityWords, surfaceWords } from '../places/place-words.ts'
import { FoundFacts, FoundRow } from './found-row.tsx'
import { milesWords } from './row-words.ts'

type PlaceRowProps = {
  place: PlaceCard
  center?: LatLng | null
  isLit?: boolean
  onLight?: (id: string | null) => void
  /** For a list that goes to the edges of its column. */
  className?: string
}

const played = ({ activities }: PlaceCard) => {
  const [first = 'other', second, ...more] = activities
  if (!second) return activityWords(first)
  return `${activityWords(first)}, ${activityWords(second).toLowerCase()}${more.length > 0 ? ` +${more.length}` : ''}`
}

export function PlaceRow({ place, center = null, isLit = false, onLight, className }: PlaceRowProps) {
  const { id, name, photo, courts, surface, hasLights, isIndoor, fee } = place
  const miles = center && milesWords(milesBetween(center, place))
  const facts = [
    courts === null ? null : courts === 1 ? '1 court' : `${courts} courts`,
    surfaceWords(surface).toLowerCase(),
    isIndoor && 'indoors',
    hasLights && 'lights',
  ].filter(Boolean)
  return (
    <FoundRow
      id={id}
      to={`/places/view/${id}`}
      pictureUrl={photo && photoUrl(photo, 480)}
      activity={activityOf(place.activities)}
      isLit={isLit}
      onLight={onLight}
      className={className}
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="truncate text-[0.8125rem] font-strong text-court">{played(place)}</span>
        <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere">{name}</span>
        <FoundFacts where={place.address || cityWords(place)} miles={miles} />
        <span className="truncate text-small text-soft">{facts.join(', ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}</span>
      </span>
      <span className="hidden max-w-32 text-right font-strong sm:block">{fee || 'Free'}</span>
    </FoundRow>
  )
}

export function PlaceMapCard({ places }: { places: readonly PlaceCard[] }) {
  return (
    <ul className="divide-y divide-line">
      {places.map((place) => (
        <li key={place.id}>
          <Link to={`/places/view/${place.id}`} className="grid gap-0.5 py-3 pr-11 pl-4 focus-visible:-outline-offset-3">
            <span className="truncate text-[0.8125rem] font-strong text-court">{played(place)}</span>
            <span className="line-clamp-2 font-strong wrap-anywhere">{place.name}</span>
            <span className="truncate text-small text-soft">{place.address || cityWords(place)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
