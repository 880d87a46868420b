import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { writeTeamGames } from '../../../domain/discover/team-games.ts'
import { keepFirstOfSeries } from '../../../domain/events/keep-first-of-series.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { discoveredEvents } from '../../discover/event-queries.ts'
import { PagedGames } from '../../discover/paged-games.tsx'
import { ToggleChip } from '../../ui/chip.tsx'

/** The games of a community: those to come, or past ones. The address says which. */
export function TeamGames({ team: { id, name } }: { team: Pick<TeamDetail, 'id' | 'name'> }) {
  const [search, setSearch] = useSearchParams()
  const isPast = search.get('past') === '1'
  const [now] = useState(() => Date.now())
  // Games to come must not stand under the heading of past games while these load.
  const { placeholderData: _, ...games } = discoveredEvents(writeTeamGames(id, isPast))
  const query = useInfiniteQuery(games)
  const found = query.data?.pages.flatMap((page) => page.events) ?? []
  // A later page can have further dates of a series whose row is already shown.
  const events = isPast ? found : keepFirstOfSeries(found)
  const show = (past: boolean) => setSearch(past ? { past: '1' } : {}, { replace: true, preventScrollReset: true })
  return (
    <section aria-labelledby="team-games" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="team-games" className="text-title">
          {isPast ? 'Past games' : 'Next games'}
        </h2>
        <div className="flex gap-2">
          <ToggleChip isOn={!isPast} onToggle={() => show(false)}>
            Upcoming
          </ToggleChip>
          <ToggleChip isOn={isPast} onToggle={() => show(true)}>
            Past
          </ToggleChip>
        </div>
      </div>
      <PagedGames
        query={query}
        events={events}
        now={now}
        empty={
          isPast
            ? { title: 'No past games yet', text: `Games of ${name} are listed here once they are over.` }
            : { title: 'No games yet', text: `New games of ${name} will be listed here.` }
        }
      />
    </section>
  )
}
