import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { nameNear } from '../../domain/discover/name-games.ts'
import { isNearPoint, toViewQuery } from '../../domain/discover/state.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AskNote } from './ask-note.tsx'
import { ContextLinks } from './context-links.tsx'
import { FilterBar, filterRowClasses } from './filter-bar.tsx'
import { FirstCity } from './first-city.tsx'
import { widenSearch } from './no-events.tsx'
import { discoveredTeams } from './queries.ts'
import { ResultList } from './result-list.tsx'
import { SplitView } from './split-view.tsx'
import { TeamMapCard, TeamRow } from './team-row.tsx'
import { useDiscoverState } from './use-discover-state.ts'
import { CloseTogether } from './use-map-points.tsx'
import { useQuestion } from './use-question.ts'
import { teamsNoun, useTeamsMap } from './use-teams-map.ts'

/** The search for communities, near a location or in the area of the map. */
export function TeamsView() {
  const controls = useDiscoverState()
  const { state, city, isReady, change } = controls
  const questionControls = useQuestion()
  const [highlightedId, setHighlightedId] = useState<string | null>(null)
  const query = useInfiniteQuery({ ...discoveredTeams(toViewQuery(state)), enabled: isReady })
  useTitle(nameNear('Communities', { city, isNearViewer: isNearPoint(state) }))
  const teams = useMemo(() => query.data?.pages.flatMap((page) => page.teams) ?? [], [query.data])
  const map = useTeamsMap({ state, isReady }, teams)
  const title = teams.length === 1 && !query.hasNextPage ? '1 community' : `${teams.length}${query.hasNextPage ? '+' : ''} communities`
  const widerState = widenSearch(state)
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
            <div className={filterRowClasses}>
              <FilterBar state={state} city={city} change={change} only={['where']} />
            </div>
            <FirstCity {...controls} />
          </div>
          <ResultList
            query={query}
            failure="The communities could not be loaded"
            loading="Looking for communities"
            label="Communities"
            head={
              <header className="px-4.5 pb-3 sm:px-6">
                <div role="status">
                  <h1 className={teams.length === 0 ? 'sr-only' : 'text-heading'}>{title}</h1>
                </div>
              </header>
            }
            empty={
              <EmptyState
                className="px-4.5 sm:px-6"
                title="No communities here yet"
                action={
                  <>
                    <LinkButton variant="primary" to="/create/event">
                      Host a game
                    </LinkButton>
                    {widerState && (
                      <Button onClick={() => change(widerState)}>{state.view ? 'Search around the city' : 'Search a larger area'}</Button>
                    )}
                  </>
                }
              >
                Zoom out to see a larger area, or host a game. Many communities start with a regular game.
              </EmptyState>
            }
          >
            {teams.map((team) => (
              <TeamRow
                key={team.id}
                team={team}
                center={state.filters.center}
                isHighlighted={highlightedId === team.id}
                onHighlight={setHighlightedId}
                className="px-4.5 sm:px-6"
              />
            ))}
          </ResultList>
        </>
      }
      mapLabel="Map of communities"
      points={map.points}
      onView={map.setView}
      note={map.note}
      highlightedId={map.findPointId(highlightedId)}
      onHighlight={setHighlightedId}
      renderCard={(ids) => (
        <>
          <CloseTogether ids={ids} clusters={map.data?.clusters} noun={teamsNoun} />
          <TeamMapCard teams={map.data?.teams.filter(({ id }) => ids.includes(id)) ?? []} />
        </>
      )}
    />
  )
}
