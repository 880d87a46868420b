import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { City } from '../../domain/cities/contract.ts'
import { contextPath } from '../../domain/discover/contexts.ts'
import { defaultDiscoverState, moveToCity, toViewQuery, writeDiscoverState } from '../../domain/discover/state.ts'
import { discoveredTeams } from '../discover/queries.ts'
import { TeamRow } from '../discover/team-row.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { LargestCommunities } from './largest-communities.tsx'

const maxTeams = 2

/** Two communities near the city, those with the most upcoming games. Where nobody has one yet, the largest communities stand here. */
export function CommunitiesNear({ city }: { city: City }) {
  const state = moveToCity(defaultDiscoverState, city)
  const { data, isSuccess } = useInfiniteQuery(discoveredTeams(toViewQuery(state)))
  const teams = (data?.pages[0]?.teams ?? []).toSorted((a, b) => b.upcoming - a.upcoming).slice(0, maxTeams)
  if (teams.length === 0) return isSuccess ? <LargestCommunities /> : null
  return (
    <section className={pageFrame('wide', 'mt-20')} aria-labelledby="communities-near">
      <h2 id="communities-near" className="mb-4 text-[1.75rem]">
        Communities near {city.name}
      </h2>
      <ul className="border-b border-line">
        {teams.map((team) => (
          <TeamRow key={team.id} team={team} center={state.filters.center} />
        ))}
      </ul>
      <p className="mt-4">
        <Link
          to={`${contextPath('teams')}?${writeDiscoverState(state)}`}
          className="inline-flex min-h-11 items-center font-strong text-court hover:underline"
        >
          All communities near {city.name}
        </Link>
      </p>
    </section>
  )
}
