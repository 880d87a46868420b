import { Link } from 'react-router'
import type { LatLng } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import type { PlaceCard } from '../../domain/places/contract.ts'
import { formatPlaceCity } from '../../domain/places/format-city.ts'
import { formatCourts } from '../../domain/places/format-courts.ts'
import type { MapPlace } from '../../domain/places/map-contract.ts'
import { formatFee, photoUrl } from '../../domain/places/rules.ts'
import { activityOf, formatActivity, formatSurface } from '../places/format-place.ts'
import { formatMiles } from './format-event.ts'
import { ResultFacts, ResultRow } from './result-row.tsx'

type PlaceRowProps = {
  place: PlaceCard
  center?: LatLng | null
  isHighlighted?: boolean
  onHighlight?: (id: string | null) => void
  /** Adds the padding for lists that fill the whole width of their column. */
  className?: string
}

const formatActivities = ({ activities }: Pick<PlaceCard, 'activities'>) => {
  const [first = 'other', second, ...more] = activities
  if (!second) return formatActivity(first)
  return `${formatActivity(first)}, ${formatActivity(second).toLowerCase()}${more.length > 0 ? ` +${more.length}` : ''}`
}

export function PlaceRow({ place, center = null, isHighlighted = false, onHighlight, className }: PlaceRowProps) {
  const { id, name, photo, courts, surface, hasLights, isIndoor, fee } = place
  const miles = center && formatMiles(milesBetween(center, place))
  const facts = [
    courts !== null && formatCourts(courts, place.activities),
    formatSurface(surface).toLowerCase(),
    isIndoor && 'indoors',
    hasLights && 'lights',
  ].filter(Boolean)
  return (
    <ResultRow
      id={id}
      to={`/places/view/${id}`}
      pictureUrl={photo && photoUrl(photo, 480)}
      activity={activityOf(place.activities)}
      isHighlighted={isHighlighted}
      onHighlight={onHighlight}
      className={className}
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="truncate text-[0.8125rem] font-strong text-court">{formatActivities(place)}</span>
        <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere">{name}</span>
        <ResultFacts where={place.address || formatPlaceCity(place)} miles={miles} />
        <span className="truncate text-small text-soft">{facts.join(', ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}</span>
      </span>
      <span className="hidden max-w-32 text-right font-strong sm:block">{formatFee(fee)}</span>
    </ResultRow>
  )
}

export function PlaceMapCard({ places }: { places: readonly MapPlace[] }) {
  return (
    <ul className="divide-y divide-line">
      {places.map((place) => (
        <li key={place.id}>
          <Link to={`/places/view/${place.id}`} className="grid gap-0.5 py-3 pr-11 pl-4 focus-visible:-outline-offset-3">
            <span className="truncate text-[0.8125rem] font-strong text-court">{formatActivities(place)}</span>
            <span className="line-clamp-2 font-strong wrap-anywhere">{place.name}</span>
            <span className="truncate text-small text-soft">{place.address || formatPlaceCity(place)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
