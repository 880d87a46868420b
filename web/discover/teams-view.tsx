import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { cityLabel } from '../../domain/cities/rules.ts'
import { viewSearch } from '../../domain/discover/state.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AskNote } from './ask-note.tsx'
import { ContextLinks } from './discover-head.tsx'
import { FilterBar, filterRowClasses } from './filter-bar.tsx'
import { FirstCity } from './first-city.tsx'
import { FoundList } from './found-list.tsx'
import { widen } from './nothing-here.tsx'
import { discoveredTeams } from './queries.ts'
import { SplitView } from './split-view.tsx'
import { TeamMapCard, TeamRow } from './team-row.tsx'
import { useAsked } from './use-asked.ts'
import { useDiscoverState } from './use-discover-state.ts'

/** Communities at home in what the map shows. */
export function TeamsView() {
  const discovering = useDiscoverState()
  const { state, city, isReady, change } = discovering
  const asked = useAsked()
  const [lit, setLit] = useState<string | null>(null)
  const query = useInfiniteQuery({ ...discoveredTeams(viewSearch(state)), enabled: isReady })
  useTitle(city ? `Communities near ${cityLabel(city)}` : 'Communities near you')
  const teams = useMemo(() => query.data?.pages.flatMap((page) => page.teams) ?? [], [query.data])
  const spots = useMemo(() => teams.flatMap(({ id, city: home }) => (home ? [{ id, lat: home.lat, lng: home.lng }] : [])), [teams])
  const title = teams.length === 1 && !query.hasNextPage ? '1 community' : `${teams.length}${query.hasNextPage ? '+' : ''} communities`
  const wider = widen(state)
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
            <div className={filterRowClasses}>
              <FilterBar state={state} city={city} change={change} only={['where']} />
            </div>
            <FirstCity {...discovering} />
          </div>
          <FoundList
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
                    <LinkButton variant="go" to="/create/event">
                      Host a game
                    </LinkButton>
                    {wider && (
                      <Button onClick={() => change(wider)}>{state.view ? 'Search around the city' : 'Search a larger area'}</Button>
                    )}
                  </>
                }
              >
                Zoom out to see a larger area, or host a game. Communities start with people who come back.
              </EmptyState>
            }
          >
            {teams.map((team) => (
              <TeamRow
                key={team.id}
                team={team}
                center={state.filters.center}
                isLit={lit === team.id}
                onLight={setLit}
                className="px-4.5 sm:px-6"
              />
            ))}
          </FoundList>
        </>
      }
      mapLabel="Map of the communities in the list"
      spots={spots}
      lit={lit}
      onLight={setLit}
      renderCard={(ids) => <TeamMapCard teams={teams.filter(({ id }) => ids.includes(id))} />}
    />
  )
}
