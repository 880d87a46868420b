import { useMemo, useState } from 'react'
import { cityLabel } from '../../domain/cities/rules.ts'
import { shownBounds } from '../../domain/discover/state.ts'
import { useTitle } from '../shell/use-title.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { AskNote } from './ask-note.tsx'
import { ContextLinks } from './discover-head.tsx'
import { EventList, ListLoading, useDiscoveredEvents } from './event-list.tsx'
import { EventMapCard } from './event-map-card.tsx'
import { FilterBar, filterRowClasses } from './filter-bar.tsx'
import { countWords } from './filter-words.ts'
import { FirstCity } from './first-city.tsx'
import { SaveSearch } from './save-search.tsx'
import { SearchField } from './search-field.tsx'
import { SplitView } from './split-view.tsx'
import { useAsked } from './use-asked.ts'
import { useDiscoverState } from './use-discover-state.ts'
import { useTeam } from './use-team.ts'

/** Games near a place, or in what the map shows. */
export function EventsView() {
  const discovering = useDiscoverState()
  const { state, city, isReady, change } = discovering
  const asked = useAsked()
  const found = useDiscoveredEvents({ ...discovering, isReady: isReady && asked.question === '' })
  const [lit, setLit] = useState<string | null>(null)
  const team = useTeam(state.teamId)
  useTitle(city ? `Games near ${cityLabel(city)}` : team ? `Games by ${team.name}` : null)
  const { events, query } = found
  const spots = useMemo(
    () => (query.data?.pages ?? []).flatMap((page) => page.events).map(({ id, where }) => ({ id, lat: where.lat, lng: where.lng })),
    [query.data],
  )
  const saving = !state.isPast && <SaveSearch state={state} city={city} isBare />
  const isAsking = asked.question !== ''
  return (
    <SplitView
      state={state}
      change={change}
      bounds={shownBounds(state, spots, team?.city ?? null)}
      title={countWords(state, { city, team }, events.length, query.hasNextPage)}
      list={
        <>
          <div className="grid gap-3 px-4.5 pt-1 pb-5 sm:px-6 sm:pt-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <ContextLinks />
              <div className="max-lg:hidden">{saving}</div>
            </div>
            <div className="flex items-center gap-2.5 lg:hidden">
              <SearchField key={asked.question} question={asked.question} isPending={asked.isAsking} className="min-w-0 flex-1" />
              {saving}
            </div>
            {asked.error && <ErrorNotice error={asked.error} onRetry={() => void asked.retry()} isRetrying={asked.isAsking} />}
            <AskNote asked={asked} {...discovering} />
            <div className={filterRowClasses}>
              <FilterBar state={state} city={city} change={change} />
            </div>
            {!isAsking && <FirstCity {...discovering} />}
          </div>
          {isAsking || !isReady ? <ListLoading /> : <EventList {...discovering} found={found} lit={lit} onLight={setLit} />}
        </>
      }
      mapLabel="Map of the games in the list"
      spots={spots}
      lit={lit}
      onLight={setLit}
      renderCard={(ids) => <EventMapCard events={events.filter(({ id }) => ids.includes(id))} />}
    />
  )
}
