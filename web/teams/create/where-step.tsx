import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { PlaceNameResults } from '../../../domain/places/contract.ts'
import { CityField } from '../../cities/city-field.tsx'
import { placesNear } from '../../events/form/host-queries.ts'
import { PlaceOption } from '../../places/place-option.tsx'
import { placesByName } from '../../places/places-by-name.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { StepProps } from './steps.tsx'

const searchDelayMs = 200
const maxShown = 6

/** The city, from which people find the community, and the place of its first game. One of them is enough. */
export function WhereStep({ values, change, error }: StepProps & { error: string | null }) {
  return (
    <div className="grid gap-7">
      <div className="grid gap-1.5">
        <CityField label="City" picked={values.city} onPick={(city) => change({ city })} />
        {error && <FieldError>{error}</FieldError>}
      </div>
      <section className="grid gap-3" aria-label="Place">
        <header className="grid gap-0.5">
          <h2 className="text-title">Where do you usually play?</h2>
          <p className="text-small text-soft">You can leave this empty. If you choose a place, we suggest it for your first game.</p>
        </header>
        {values.place ? (
          <div className="flex items-center gap-4 rounded-card border border-line bg-card p-3.5">
            <MapPin size={20} aria-hidden="true" className="flex-none text-court" />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-strong">{values.place.name}</span>
              <span className="truncate text-small text-soft">{formatCity(values.place)}</span>
            </span>
            <Button size="small" onClick={() => change({ place: null })}>
              Remove<span className="sr-only"> {values.place.name}</span>
            </Button>
          </div>
        ) : (
          <PlaceChoice values={values} change={change} />
        )}
      </section>
    </div>
  )
}

const formatCity = ({ cityName, cityState }: { cityName: string; cityState: string }) => [cityName, cityState].filter(Boolean).join(', ')

function PlaceChoice({ values, change }: StepProps) {
  const [typed, setTyped] = useState('')
  const around = values.city && { lat: values.city.lat, lng: values.city.lng }
  const search = useDebounced(typed, searchDelayMs)
  const near = useQuery(placesNear(around, values.activity ?? 'other'))
  const named = useQuery(placesByName(search, around))
  const places = (search.trim() === '' ? near.data?.places : named.data?.places) ?? []
  const pick = ({ id, name, cityName, cityState }: PlaceNameResults['places'][number]) =>
    change({ place: { id, name, cityName, cityState } })
  const shown = places.slice(0, maxShown)
  return (
    <div className="grid gap-1">
      <FilterField
        label="Search places"
        placeholder="Search all places"
        value={typed}
        onChange={setTyped}
        onEnter={() => {
          const [first] = shown
          if (first) pick(first)
        }}
        className="mb-1.5"
      />
      {search.trim() !== '' && named.isSuccess && shown.length === 0 && <p className="text-soft">We know no place with this name.</p>}
      <ul aria-label="Places to play">
        {shown.map((place) => (
          <PlaceOption key={place.id} name={place.name} address={formatCity(place)} onPick={() => pick(place)} />
        ))}
      </ul>
    </div>
  )
}
