import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import type { Organization } from '../../domain/organizations/contract.ts'
import { PagedGames } from '../discover/paged-games.tsx'
import { organizationGames } from './queries.ts'

/** The public games to come of all communities. */
export function OrganizationGames({ organization: { id, name } }: { organization: Organization }) {
  const [now] = useState(() => Date.now())
  const query = useInfiniteQuery(organizationGames(id))
  const events = keepFirstOfSeries(query.data?.pages.flatMap((page) => page.events) ?? [])
  return (
    <section aria-labelledby="organization-games" className="grid gap-3">
      <h2 id="organization-games" className="text-title">
        Next games
      </h2>
      <PagedGames
        query={query}
        events={events.map((event) => ({ ...event, miles: null, reasons: [] }))}
        now={now}
        empty={{ title: 'No games yet', text: `New games of the communities of ${name} will be listed here.` }}
      />
    </section>
  )
}
