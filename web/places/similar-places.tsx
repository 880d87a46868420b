import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { LatLng } from '../../domain/geo/contract.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { activityOf, formatActivity, formatDistance } from './format-place.ts'
import { similarPlaces } from './queries.ts'

const pauseBeforeSearch = 400

/** Shows places near the pin, so that nobody adds a place that already exists. */
export function SimilarPlaces({ pin, name, except }: { pin: LatLng | null; name: string; except: string | null }) {
  const headingId = useId()
  const searchKey = useDebounced(pin === null ? '' : `${pin.lat} ${pin.lng} ${name}`, pauseBeforeSearch)
  const [lat, lng, ...nameWords] = searchKey.split(' ')
  const { data } = useQuery(similarPlaces(searchKey === '' ? null : { lat: Number(lat), lng: Number(lng) }, nameWords.join(' ')))
  const places = pin === null ? [] : (data?.places ?? []).filter(({ id }) => id !== except)
  return (
    <div aria-live="polite">
      {places.length > 0 && (
        <section aria-labelledby={headingId} className="mt-3 grid gap-1.5 rounded-card border border-line bg-card p-4">
          <h2 id={headingId} className="text-lead font-strong">
            {except === null ? 'Is it one of these places?' : 'Nearby'}
          </h2>
          <ul className="divide-y divide-line">
            {places.map((place) => (
              <li key={place.id}>
                <Link
                  to={`/places/view/${place.id}`}
                  className="grid min-h-14 grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-3 py-2 hover:text-court"
                >
                  <CourtArt activity={activityOf(place.activities)} seed={place.id} className="h-10 w-full overflow-hidden rounded-thumb" />
                  <span className="grid min-w-0">
                    <span className="truncate font-strong">{place.name}</span>
                    <span className="truncate text-small text-soft">
                      {formatDistance(place.miles)} · {place.activities.map(formatActivity).join(', ')}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
