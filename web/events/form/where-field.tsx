import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MapPin } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Whereabouts } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import type { LatLng } from '../../../domain/geo/contract.ts'
import type { NamedPlacesFound } from '../../../domain/places/contract.ts'
import { addressWords } from '../../../domain/places/rules.ts'
import { placesNamed } from '../../places/named-places.ts'
import { Button } from '../../ui/button.tsx'
import { IconBadge } from '../../ui/date-badge.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FieldError } from '../../ui/field.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { placesNear } from './host-queries.ts'
import { changed } from './when-fields.tsx'

const SpotOnMap = lazy(() => import('./spot-on-map.tsx'))

type WhereFieldProps = {
  /** Where the person played before, the last one first. */
  recent: readonly Whereabouts[]
  /** Their city: what is near is looked for around it. */
  around: LatLng | null
}

type Offer = { key: string; where: Whereabouts; hint: string }

const shownAtFirst = 5
const pauseBeforeSearch = 200

export const keyOf = ({ placeId, name, lat, lng }: Whereabouts) => placeId ?? `${name} ${lat.toFixed(4)} ${lng.toFixed(4)}`

const milesWords = (miles: number) => (miles < 10 ? `${Math.max(0.1, miles).toFixed(1)} mi` : `${Math.round(miles)} mi`)

function toOffer(place: NamedPlacesFound['places'][number]): Offer {
  const { id, name, lat, lng, miles } = place
  const where = { placeId: id, name, address: addressWords(place), lat, lng }
  return { key: id, where, hint: miles === null ? '' : milesWords(miles) }
}

/** A place played at before, one of the city's, any other by its name, or a spot on the map. */
export function WhereField({ recent, around }: WhereFieldProps) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [where, activity] = useWatch({ control, name: ['where', 'activity'] })
  const [isOnMap, setOnMap] = useState(false)
  const [isListed, setListed] = useState(false)
  const error = formState.errors.where?.message
  const take = (next: Whereabouts | null) => setValue('where', next, changed)
  return (
    <div className="grid gap-3">
      {isOnMap ? (
        <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
          <SpotOnMap value={where} around={around} onChange={take} onBack={() => setOnMap(false)} />
        </Suspense>
      ) : where && !isListed ? (
        <Chosen where={where} onChange={() => setListed(true)} />
      ) : (
        <PlaceList
          recent={recent}
          around={around}
          activity={activity}
          onPick={(picked) => {
            take(picked)
            setListed(false)
          }}
          onMap={() => {
            if (where?.placeId) take(null)
            setListed(false)
            setOnMap(true)
          }}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function Chosen({ where, onChange }: { where: Whereabouts; onChange: () => void }) {
  return (
    <div className="flex items-center gap-4 rounded-card border border-line bg-card p-3.5">
      <IconBadge>
        <MapPin size={20} />
      </IconBadge>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-strong">{where.name}</span>
        <span className="truncate text-small text-soft">{where.address || 'A spot on the map'}</span>
      </span>
      <Button size="small" onClick={onChange}>
        Change<span className="sr-only"> where it is</span>
      </Button>
    </div>
  )
}

type PlaceListProps = WhereFieldProps & {
  activity: FormValues['activity']
  onPick: (where: Whereabouts) => void
  onMap: () => void
}

function PlaceList({ recent, around, activity, onPick, onMap }: PlaceListProps) {
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const nearest = useQuery(placesNear(around, activity))
  const recentKeys = new Set(recent.map(keyOf))
  const offers: Offer[] = [
    ...recent.map((where) => ({ key: keyOf(where), where, hint: 'You were here' })),
    ...(nearest.data?.places ?? []).map(toOffer).filter(({ key }) => !recentKeys.has(key)),
  ]
  const wanted = typed.trim().toLowerCase()
  const search = useDebounced(wanted, pauseBeforeSearch)
  const named = useQuery(placesNamed(search, around))
  const isSearching = named.isFetching || search !== wanted
  const near = offers.filter(({ where }) => `${where.name} ${where.address}`.toLowerCase().includes(wanted))
  // Of those near by the search may know one by other words than stand here.
  const known = new Set(near.map(({ key }) => key))
  const farther = wanted === '' || search !== wanted ? [] : (named.data?.places ?? []).map(toOffer).filter(({ key }) => !known.has(key))
  const fitting = [...near, ...farther]
  const shown = wanted === '' && !isWhole ? fitting.slice(0, shownAtFirst) : fitting
  return (
    <div className="grid gap-1">
      <FilterField
        label="Search places"
        placeholder="Search all places"
        value={typed}
        onChange={setTyped}
        onEnter={() => {
          const [first] = fitting
          if (wanted !== '' && first) onPick(first.where)
        }}
        className="mb-1.5"
      />
      <ul aria-label="Places to play" className="grid">
        {shown.map(({ key, where, hint }) => (
          <li key={key} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => onPick(where)}
              className="flex min-h-15 w-full items-center gap-4 rounded-control py-2 text-left hover:bg-wash sm:px-2"
            >
              <MapPin size={19} aria-hidden="true" className="flex-none text-court" />
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-medium">{where.name}</span>
                {where.address && <span className="truncate text-small text-soft">{where.address}</span>}
              </span>
              <span className="flex-none text-small text-soft">{hint}</span>
            </button>
          </li>
        ))}
        {(nearest.isLoading || (wanted !== '' && isSearching)) && <Skeleton className="my-2 h-11 rounded-control" />}
      </ul>
      {wanted !== '' && named.isError && (
        <ErrorNotice error={named.error} onRetry={() => void named.refetch()} isRetrying={named.isFetching} />
      )}
      {wanted !== '' && fitting.length === 0 && !isSearching && named.data && (
        <p role="status" className="py-2 text-soft">
          No place we know is called that. Put it on the map.
        </p>
      )}
      {wanted === '' && !isWhole && fitting.length > shownAtFirst && (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)} className="justify-self-start">
          Show all {fitting.length}
        </Button>
      )}
      <button
        type="button"
        onClick={onMap}
        className="mt-1 flex min-h-15 w-full items-center gap-4 rounded-card border border-line bg-card px-4 text-left font-strong hover:bg-wash"
      >
        <MapPin size={19} aria-hidden="true" className="flex-none text-court" />
        <span className="flex-1">A spot on the map</span>
        <ChevronRight size={18} aria-hidden="true" className="flex-none text-soft" />
      </button>
    </div>
  )
}
