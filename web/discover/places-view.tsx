import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { newPlacePath } from '../../domain/discover/circle.ts'
import { nameNear } from '../../domain/discover/name-games.ts'
import { isNearPoint, placeFlags, toPlacesQuery } from '../../domain/discover/state.ts'
import { useTitle } from '../shell/use-title.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AskNote } from './ask-note.tsx'
import { ContextLinks } from './context-links.tsx'
import { FirstCity } from './first-city.tsx'
import { PlaceFilters } from './place-filters.tsx'
import { PlaceMapCard, PlaceRow } from './place-row.tsx'
import { discoveredPlaces } from './queries.ts'
import { ResultList } from './result-list.tsx'
import { SplitView } from './split-view.tsx'
import { useDiscoverState } from './use-discover-state.ts'
import { CloseTogether } from './use-map-points.tsx'
import { placesNoun, usePlacesMap } from './use-places-map.ts'
import { useQuestion } from './use-question.ts'

/** The search for places, near a location or in the area of the map. */
export function PlacesView() {
  const controls = useDiscoverState()
  const { state, city, isReady, change } = controls
  const [params] = useSearchParams()
  const questionControls = useQuestion()
  const [highlightedId, setHighlightedId] = useState<string | null>(null)
  const flags = placeFlags.filter((flag) => params.get(flag) === '1')
  const query = useInfiniteQuery({
    ...discoveredPlaces(toPlacesQuery(state, flags)),
    enabled: isReady,
  })
  useTitle(nameNear('Places to play', { city, isNearViewer: isNearPoint(state) }))
  const places = useMemo(() => query.data?.pages.flatMap((page) => page.places) ?? [], [query.data])
  const map = usePlacesMap({ state, isReady }, flags, places)
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
            <AskNote questionControls={questionControls} {...controls} />
            <PlaceFilters state={state} city={city} change={change} />
            <FirstCity {...controls} />
          </div>
          <ResultList
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
                  <LinkButton variant="primary" to={newPlacePath(state)}>
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
                isHighlighted={highlightedId === place.id}
                onHighlight={setHighlightedId}
                className="px-4.5 sm:px-6"
              />
            ))}
          </ResultList>
        </>
      }
      mapLabel="Map of places"
      points={map.points}
      onView={map.setView}
      note={map.note}
      highlightedId={map.findPointId(highlightedId)}
      onHighlight={setHighlightedId}
      renderCard={(ids) => (
        <>
          <CloseTogether ids={ids} clusters={map.data?.clusters} noun={placesNoun} />
          <PlaceMapCard places={map.data?.places.filter(({ id }) => ids.includes(id)) ?? []} />
        </>
      )}
    />
  )
}
