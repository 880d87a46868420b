import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import type { Organization, OrganizationTeam } from '../../domain/organizations/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { PagedGames } from '../discover/paged-games.tsx'
import { organizationGames } from './queries.ts'

/** The public games to come of all communities, each with the community that hosts it. */
export function OrganizationGames({ organization: { id, name, teams } }: { organization: Organization }) {
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
        renderAfter={({ teamId }) => <HostingTeam team={teams.find((team) => team.id === teamId)} />}
        empty={{ title: 'No games yet', text: `New games of the communities of ${name} will be listed here.` }}
      />
    </section>
  )
}

/** Below the text of the game, beside its picture. */
const HostingTeam = ({ team }: { team: OrganizationTeam | undefined }) =>
  team && (
    <p className="-mt-2 pb-3.5 pl-[5.375rem] text-small text-soft wrap-anywhere sm:pl-36">
      Hosted by{' '}
      <Link
        to={teamPath(team.id)}
        className="relative font-strong text-ink underline-offset-3 after:absolute after:-inset-x-1 after:-inset-y-1.5 hover:underline"
      >
        {team.name}
      </Link>
    </p>
  )
