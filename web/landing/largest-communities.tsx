import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListedTeamRow } from '../teams/directory/listed-team-row.tsx'
import { largestTeams } from '../teams/directory/queries.ts'
import { pageFrame } from '../ui/page-frame.tsx'

/** The two communities with the most members, for visitors whose city we do not know, or has none. */
export function LargestCommunities() {
  const [now] = useState(() => Date.now())
  const { data: teams = [] } = useQuery(largestTeams)
  if (teams.length === 0) return null
  return (
    <section className={pageFrame('wide', 'mt-20')} aria-labelledby="largest-communities">
      <h2 id="largest-communities" className="mb-4 text-[1.75rem]">
        Our largest communities
      </h2>
      <ul className="border-b border-line">
        {teams.map((team) => (
          <ListedTeamRow key={team.id} team={team} now={now} />
        ))}
      </ul>
    </section>
  )
}
