import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { LatLng } from '../../domain/geo/contract.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { activityOf, activityWords, milesWords } from './place-words.ts'
import { likePlaces } from './queries.ts'

const pause = 400

/** What is there already: whoever finds their place here need not add it. */
export function LikePlaces({ spot, name, except }: { spot: LatLng | null; name: string; except: string | null }) {
  const headingId = useId()
  const wanted = useDebounced(spot === null ? '' : `${spot.lat} ${spot.lng} ${name}`, pause)
  const [lat, lng, ...words] = wanted.split(' ')
  const { data } = useQuery(likePlaces(wanted === '' ? null : { lat: Number(lat), lng: Number(lng) }, words.join(' ')))
  const found = spot === null ? [] : (data?.places ?? []).filter(({ id }) => id !== except)
  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <section aria-labelledby={headingId} className="mt-3 grid gap-1.5 rounded-card border border-line bg-card p-4">
          <h2 id={headingId} className="text-lead font-strong">
            {except === null ? 'Is it one of these?' : 'Close by'}
          </h2>
          <ul className="divide-y divide-line">
            {found.map((place) => (
              <li key={place.id}>
                <Link
                  to={`/places/view/${place.id}`}
                  className="grid min-h-14 grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-3 py-2 hover:text-court"
                >
                  <CourtArt activity={activityOf(place.activities)} seed={place.id} className="h-10 w-full overflow-hidden rounded-thumb" />
                  <span className="grid min-w-0">
                    <span className="truncate font-strong">{place.name}</span>
                    <span className="truncate text-small text-soft">
                      {milesWords(place.miles)} · {place.activities.map(activityWords).join(', ')}
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
