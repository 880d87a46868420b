import { lazy, Suspense, useState } from 'react'
import { nameGames, onlyActivityOf } from '../../domain/discover/name-games.ts'
import { getMapBounds, isNearPoint } from '../../domain/discover/state.ts'
import { SearchField } from '../search/search-field.tsx'
import { useTitle } from '../shell/use-title.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { AlertButton } from './alert-button.tsx'
import { AskNote } from './ask-note.tsx'
import { ContextLinks } from './context-links.tsx'
import { EventList, ListLoading, useDiscoveredEvents } from './event-list.tsx'
import { FilterBar, filterRowClasses } from './filter-bar.tsx'
import { FirstCity } from './first-city.tsx'
import { formatEventCount } from './format-filters.ts'
import { SplitView } from './split-view.tsx'
import { useDiscoverState } from './use-discover-state.ts'
import { useGamesMap } from './use-games-map.ts'
import { useQuestion } from './use-question.ts'
import { useTeam } from './use-team.ts'

/** Opens with a pin of the map. */
const EventMapCard = lazy(async () => ({ default: (await import('./event-map-card.tsx')).EventMapCard }))

/** The search for games, near a location or in the area of the map. */
export function EventsView() {
  const controls = useDiscoverState()
  const { state, city, isReady, change } = controls
  const questionControls = useQuestion()
  const results = useDiscoveredEvents({ ...controls, isReady: isReady && questionControls.question === '' })
  const [highlightedId, setHighlightedId] = useState<string | null>(null)
  const team = useTeam(state.teamId)
  useTitle(team && !city ? `Games by ${team.name}` : nameGames(onlyActivityOf(state.filters), { city, isNearViewer: isNearPoint(state) }))
  const { events } = results
  const map = useGamesMap({ state, isReady: isReady && questionControls.question === '' }, events)
  const alertButton = !state.isPast && <AlertButton state={state} city={city} isIconOnlyOnPhone />
  const isAsking = questionControls.question !== ''
  return (
    <SplitView
      state={state}
      change={change}
      bounds={getMapBounds(
        state,
        events.map(({ where }) => where),
        team?.city ?? null,
      )}
      title={formatEventCount(state, { city, team }, results.count)}
      list={
        <>
          <div className="grid gap-3 px-4.5 pt-1 pb-5 sm:px-6 sm:pt-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <ContextLinks />
              <div className="max-lg:hidden">{alertButton}</div>
            </div>
            <div className="flex items-center gap-2.5 lg:hidden">
              <SearchField
                key={questionControls.question}
                question={questionControls.question}
                isPending={questionControls.isAsking}
                className="min-w-0 flex-1"
              />
              {alertButton}
            </div>
            {questionControls.error && (
              <ErrorNotice
                error={questionControls.error}
                onRetry={() => void questionControls.retry()}
                isRetrying={questionControls.isAsking}
              />
            )}
            <AskNote questionControls={questionControls} {...controls} />
            <div className={filterRowClasses}>
              <FilterBar state={state} city={city} change={change} />
            </div>
            {!isAsking && <FirstCity {...controls} />}
          </div>
          {isAsking || !isReady ? (
            <ListLoading />
          ) : (
            <EventList {...controls} results={results} highlightedId={highlightedId} onHighlight={setHighlightedId} />
          )}
        </>
      }
      mapLabel="Map of games"
      points={map.points}
      onView={map.setView}
      note={map.note}
      highlightedId={map.findPointId(highlightedId)}
      onHighlight={setHighlightedId}
      renderCard={(ids) => (
        <Suspense>
          <EventMapCard ids={ids} map={map.data} />
        </Suspense>
      )}
    />
  )
}
