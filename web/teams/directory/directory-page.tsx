import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { cityLabel } from '../../../domain/cities/rules.ts'
import { maxNearMiles } from '../../../domain/teams/directory-contract.ts'
import { activityLabel } from '../../profiles/activity-row.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { DirectoryFilters } from './directory-filters.tsx'
import { ListedTeamRow, ListedTeamsLoading } from './listed-team-row.tsx'
import { listedTeams } from './queries.ts'
import { type DirectoryControls, useDirectoryState } from './use-directory-state.ts'

const linkClasses = 'inline-flex min-h-11 items-center gap-2 font-strong text-court hover:underline'

/** All communities, near a city or anywhere, by activity, by name, and by how people join. */
export default function DirectoryPage() {
  const controls = useDirectoryState()
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-5 pt-2 sm:pt-8')}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-8">
        <h1>Communities</h1>
        <div className="flex flex-wrap gap-x-6">
          <Link to="/my-communities" className={linkClasses}>
            <UsersRound size={17} aria-hidden="true" /> Your communities
          </Link>
          <Link to="/teams/create" className={linkClasses}>
            <Plus size={17} aria-hidden="true" /> Start a community
          </Link>
        </div>
      </header>
      <DirectoryFilters {...controls} />
      <DirectoryList {...controls} />
    </div>
  )
}

function DirectoryList(controls: DirectoryControls) {
  const { filters, city, isReady } = controls
  const query = useInfiniteQuery({ ...listedTeams(filters), enabled: isReady })
  const teams = query.data?.pages.flatMap((page) => page.teams) ?? []
  if (query.isError && teams.length === 0) {
    return (
      <ErrorNotice
        title="We could not load the communities"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (!query.data) {
    return (
      <Loading label="Loading communities">
        <ListedTeamsLoading />
      </Loading>
    )
  }
  if (teams.length === 0 && !query.hasNextPage) return <NoTeams {...controls} />
  const count = query.hasNextPage ? `${teams.length}+` : String(teams.length)
  const now = Date.now()
  return (
    <section aria-label="Communities">
      <p role="status" className="mb-2 text-small text-soft">
        {count === '1' ? '1 community' : `${count} communities`}{' '}
        {city && `within ${maxNearMiles} miles of ${cityLabel(city)}, nearest first`}
        {!city && '· largest first'}
      </p>
      <ul aria-label="Communities" className="border-b border-line">
        {teams.map((team) => (
          <ListedTeamRow key={team.id} team={team} now={now} />
        ))}
      </ul>
      <ShowMore query={query} />
    </section>
  )
}

/** Says what was not found, and offers to take away the filter that is most likely too narrow. */
function NoTeams({ filters: { cityId, activity, joinMode, q }, city, change }: DirectoryControls) {
  const what = activity ? `${activityLabel(activity)} communities` : 'communities'
  const where = city ? ` near ${city.name}` : ''
  const wider =
    q !== ''
      ? { label: 'Clear the search', filters: { q: '' } }
      : joinMode !== null
        ? { label: 'Show all ways to join', filters: { joinMode: null } }
        : cityId !== null
          ? { label: 'Search anywhere', filters: { cityId: null } }
          : activity !== null
            ? { label: 'Show all activities', filters: { activity: null } }
            : null
  return (
    <EmptyState
      title={q === '' ? `No ${what}${where} yet` : `No ${what}${where} match “${q}”`}
      action={
        <>
          {wider && (
            <Button variant="primary" onClick={() => change(wider.filters)}>
              {wider.label}
            </Button>
          )}
          <LinkButton variant={wider ? 'plain' : 'primary'} to="/teams/create">
            Start a community
          </LinkButton>
        </>
      }
    >
      Be the first: an idea and a few phone numbers are enough to start.
    </EmptyState>
  )
}
