import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MapPin } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { EventLocation } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import type { LatLng } from '../../../domain/geo/contract.ts'
import type { PlaceNameResults } from '../../../domain/places/contract.ts'
import { formatPlaceAddress } from '../../../domain/places/rules.ts'
import { PlaceOption } from '../../places/place-option.tsx'
import { placesByName } from '../../places/places-by-name.ts'
import { Button } from '../../ui/button.tsx'
import { IconBadge } from '../../ui/date-badge.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FieldError } from '../../ui/field.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { placesNear } from './host-queries.ts'
import { changeOptions } from './when-fields.tsx'

const MapPointField = lazy(() => import('./map-point-field.tsx'))

type WhereFieldProps = {
  /** The places where the person played before, the latest first. */
  recentPlaces: readonly EventLocation[]
  /** The center of the person's city. We search for places around it. */
  around: LatLng | null
}

type FoundPlace = { key: string; where: EventLocation; hint: string }

const maxShownAtFirst = 5
const searchDelayMs = 200

export const getPlaceKey = ({ placeId, name, lat, lng }: EventLocation) => placeId ?? `${name} ${lat.toFixed(4)} ${lng.toFixed(4)}`

const formatMiles = (miles: number) => (miles < 10 ? `${Math.max(0.1, miles).toFixed(1)} mi` : `${Math.round(miles)} mi`)

function toFoundPlace(place: PlaceNameResults['places'][number]): FoundPlace {
  const { id, name, lat, lng, miles } = place
  const where = { placeId: id, name, address: formatPlaceAddress(place), lat, lng }
  return { key: id, where, hint: miles === null ? '' : formatMiles(miles) }
}

/** Where the game takes place: a recent place, one nearby, any other place by its name, or a point on the map. */
export function WhereField({ recentPlaces, around }: WhereFieldProps) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [where, activity] = useWatch({ control, name: ['where', 'activity'] })
  const [isOnMap, setOnMap] = useState(false)
  const [isListOpen, setListOpen] = useState(false)
  const error = formState.errors.where?.message
  const setWhere = (next: EventLocation | null) => setValue('where', next, changeOptions)
  return (
    <div className="grid gap-3">
      {isOnMap ? (
        <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
          <MapPointField value={where} around={around} onChange={setWhere} onBack={() => setOnMap(false)} />
        </Suspense>
      ) : where && !isListOpen ? (
        <ChosenPlace where={where} onChange={() => setListOpen(true)} />
      ) : (
        <PlaceList
          recentPlaces={recentPlaces}
          around={around}
          activity={activity}
          onPick={(picked) => {
            setWhere(picked)
            setListOpen(false)
          }}
          onMap={() => {
            if (where?.placeId) setWhere(null)
            setListOpen(false)
            setOnMap(true)
          }}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function ChosenPlace({ where, onChange }: { where: EventLocation; onChange: () => void }) {
  return (
    <div className="flex items-center gap-4 rounded-card border border-line bg-card p-3.5">
      <IconBadge>
        <MapPin size={20} />
      </IconBadge>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-strong">{where.name}</span>
        <span className="truncate text-small text-soft">{where.address || 'A point on the map'}</span>
      </span>
      <Button size="small" onClick={onChange}>
        Change<span className="sr-only"> place</span>
      </Button>
    </div>
  )
}

type PlaceListProps = WhereFieldProps & {
  activity: FormValues['activity']
  onPick: (where: EventLocation) => void
  onMap: () => void
}

function PlaceList({ recentPlaces, around, activity, onPick, onMap }: PlaceListProps) {
  const [typed, setTyped] = useState('')
  const [isListExpanded, setListExpanded] = useState(false)
  const nearestQuery = useQuery(placesNear(around, activity))
  const recentKeys = new Set(recentPlaces.map(getPlaceKey))
  const options: FoundPlace[] = [
    ...recentPlaces.map((where) => ({ key: getPlaceKey(where), where, hint: 'Recent' })),
    ...(nearestQuery.data?.places ?? []).map(toFoundPlace).filter(({ key }) => !recentKeys.has(key)),
  ]
  const searchText = typed.trim().toLowerCase()
  const debouncedText = useDebounced(searchText, searchDelayMs)
  const namedQuery = useQuery(placesByName(debouncedText, around))
  const isSearching = namedQuery.isFetching || debouncedText !== searchText
  const nearOptions = options.filter(({ where }) => `${where.name} ${where.address}`.toLowerCase().includes(searchText))
  // The search by name may also find places that are in the list above.
  const nearKeys = new Set(nearOptions.map(({ key }) => key))
  const namedOptions =
    searchText === '' || debouncedText !== searchText
      ? []
      : (namedQuery.data?.places ?? []).map(toFoundPlace).filter(({ key }) => !nearKeys.has(key))
  const matches = [...nearOptions, ...namedOptions]
  const shown = searchText === '' && !isListExpanded ? matches.slice(0, maxShownAtFirst) : matches
  return (
    <div className="grid gap-1">
      <FilterField
        label="Search places"
        placeholder="Search all places"
        value={typed}
        onChange={setTyped}
        onEnter={() => {
          const [first] = matches
          if (searchText !== '' && first) onPick(first.where)
        }}
        className="mb-1.5"
      />
      <ul aria-label="Places to play" className="grid">
        {shown.map(({ key, where, hint }) => (
          <PlaceOption key={key} name={where.name} address={where.address} hint={hint} onPick={() => onPick(where)} />
        ))}
      </ul>
      {(nearestQuery.isLoading || (searchText !== '' && isSearching)) && <Skeleton className="my-2 h-11 rounded-control" />}
      {searchText !== '' && namedQuery.isError && (
        <ErrorNotice error={namedQuery.error} onRetry={() => void namedQuery.refetch()} isRetrying={namedQuery.isFetching} />
      )}
      {searchText !== '' && matches.length === 0 && !isSearching && namedQuery.data && (
        <p role="status" className="py-2 text-soft">
          We found no place with this name. Choose a point on the map instead.
        </p>
      )}
      {searchText === '' && !isListExpanded && matches.length > maxShownAtFirst && (
        <Button variant="quiet" size="small" onClick={() => setListExpanded(true)} className="justify-self-start">
          Show all {matches.length}
        </Button>
      )}
      <button
        type="button"
        onClick={onMap}
        className="mt-1 flex min-h-15 w-full items-center gap-4 rounded-card border border-line bg-card px-4 text-left font-strong hover:bg-wash"
      >
        <MapPin size={19} aria-hidden="true" className="flex-none text-court" />
        <span className="flex-1">A point on the map</span>
        <ChevronRight size={18} aria-hidden="true" className="flex-none text-soft" />
      </button>
    </div>
  )
}
