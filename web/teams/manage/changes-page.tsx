import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { describeChange } from '../../../domain/teams/describe-change.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { ApiError } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import NoTeamPage from '../no-team-page.tsx'
import { teamDetail } from '../queries.ts'
import { ChangeList, ChangesLoading } from './change-list.tsx'
import { teamChanges } from './manage-queries.ts'
import { WhoMay } from './who-may.tsx'

/** The page `team/:id/changes`. */
export default function ChangesPage() {
  const { id = '' } = useParams()
  const query = useInfiniteQuery(teamChanges(id))
  const { error } = query
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? []
  const refusal = error instanceof ApiError ? error.code : null
  // For people outside of the community, the changes are missing, but not the community.
  const isMissing = refusal === 'TeamNotFound'
  const { data: team, isPending: isTeamPending } = useQuery({ ...teamDetail(id), enabled: isMissing })
  if (isMissing && team === null) return <NoTeamPage />
  const isRefused = refusal === 'NotAllowed' || (isMissing && team !== undefined)
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-4 pt-4 sm:pt-9')}>
      <header>
        <Link
          to={isRefused ? teamPath(id) : `${teamPath(id)}/edit`}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline"
        >
          <ChevronLeft size={17} aria-hidden="true" />
          {isRefused ? 'Back to the community' : 'Edit community'}
        </Link>
        <h1>Changes</h1>
        {!isRefused && (
          <p className="text-soft">Who changed people, roles, seasons, results or the page of the community, for the last 400 days.</p>
        )}
      </header>
      {isRefused ? (
        <WhoMay teamId={id} capability="audit.view" action="see who changed what" />
      ) : query.isPending || (isMissing && isTeamPending) ? (
        <ChangesLoading />
      ) : query.data === undefined ? (
        <ErrorNotice error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : changes.length === 0 ? (
        <EmptyState title="No changes yet" hasBeans={false} className="py-4">
          Who joins or leaves, new roles, seasons, results, and edits of the page will be listed here.
        </EmptyState>
      ) : (
        <div>
          <ChangeList changes={changes.map((change) => ({ ...change, text: describeChange(change) }))} />
          <ShowMore query={query} />
        </div>
      )}
    </div>
  )
}
