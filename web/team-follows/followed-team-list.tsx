import { useInfiniteQuery } from '@tanstack/react-query'
import { ListedTeamRow } from '../teams/directory/listed-team-row.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { followedTeams } from './queries.ts'

/** The communities that the viewer follows. Shows nothing if there are none. */
export function FollowedTeamList() {
  const query = useInfiniteQuery(followedTeams)
  const teams = query.data?.pages.flatMap((page) => page.teams) ?? []
  if (teams.length === 0 && !query.isLoadingError) return null
  const now = Date.now()
  return (
    <section aria-labelledby="followed-teams" className="grid gap-2 pt-4">
      <h2 id="followed-teams" className="text-title">
        Communities you follow
      </h2>
      {query.isLoadingError ? (
        <ErrorNotice
          title="We could not load the communities you follow"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div>
          <ul aria-labelledby="followed-teams" className="border-b border-line">
            {teams.map((team) => (
              <ListedTeamRow key={team.id} team={team} now={now} />
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      )}
    </section>
  )
}
