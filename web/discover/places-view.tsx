import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cityLabel } from '../../domain/cities/rules.ts'
import { newPlacePath } from '../../domain/discover/circle.ts'
import { placeFlags, placesSearch } from '../../domain/discover/state.ts'
import { useTitle } from '../shell/use-title.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AskNote } from './ask-note.tsx'
import { ContextLinks } from './discover-head.tsx'
import { FirstCity } from './first-city.tsx'
import { FoundList } from './found-list.tsx'
import { PlaceFilters } from './place-filters.tsx'
import { PlaceMapCard, PlaceRow } from './place-row.tsx'
import { discoveredPlaces } from './queries.ts'
import { SplitView } from './split-view.tsx'
import { useAsked } from './use-asked.ts'
import { useDiscoverState } from './use-discover-state.ts'

/** Places to play in what the map shows. */
export function PlacesView() {
  const discovering = useDiscoverState()
  const { state, city, isReady, change } = discovering
  const [params] = useSearchParams()
  const asked = useAsked()
  const [lit, setLit] = useState<string | null>(null)
  const flags = placeFlags.filter((flag) => params.get(flag) === '1')
  const query = useInfiniteQuery({
    ...discoveredPlaces(placesSearch(state, flags)),
    enabled: isReady,
  })
  useTitle(city ? `Places to play near ${cityLabel(city)}` : 'Places to play')
  const places = useMemo(() => query.data?.pages.flatMap((page) => page.places) ?? [], [query.data])
  const title = places.length === 1 && !query.hasNextPage ? '1 place' : `${places.length}${query.hasNextPage ? '+' : ''} places`
  return (
    <SplitView
      state={state}
      change={change}
      title={title}
      list={
        <>
          <div className="grid gap-3 px-4.5 pt-1 pb-5 sm:px-6 sm:pt-3">
            <ContextLinks />
            <AskNote asked={asked} {...discovering} />
            <PlaceFilters state={state} city={city} change={change} />
            <FirstCity {...discovering} />
          </div>
          <FoundList
            query={query}
            failure="The places could not be loaded"
            label="Places"
            head={
              <header className="flex flex-wrap items-center justify-between gap-3 px-4.5 pb-3 sm:px-6">
                <div role="status">
                  <h1 className="text-heading">{title}</h1>
                </div>
                {places.length > 0 && (
                  <LinkButton size="small" to={newPlacePath(state)}>
                    Add a place
                  </LinkButton>
                )}
              </header>
            }
            empty={
              <EmptyState
                className="px-4.5 sm:px-6"
                title="No places here yet"
                action={
                  <LinkButton variant="go" to={newPlacePath(state)}>
                    Add a place
                  </LinkButton>
                }
              >
                Know a court, field or hall here? Add it for everyone, or zoom out to see a larger area.
              </EmptyState>
            }
          >
            {places.map((place) => (
              <PlaceRow
                key={place.id}
                place={place}
                center={state.filters.center}
                isLit={lit === place.id}
                onLight={setLit}
                className="px-4.5 sm:px-6"
              />
            ))}
          </FoundList>
        </>
      }
      mapLabel="Map of the places in the list"
      spots={places}
      lit={lit}
      onLight={setLit}
      renderCard={(ids) => <PlaceMapCard places={places.filter(({ id }) => ids.includes(id))} />}
    />
  )
}
