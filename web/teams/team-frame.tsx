import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { useTitle } from '../shell/use-title.ts'
import { joinClasses } from '../ui/class-names.ts'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import NoTeamPage from './no-team-page.tsx'
import { TeamAbout } from './page/team-about.tsx'
import { TeamActions } from './page/team-actions.tsx'
import { teamDetail } from './queries.ts'
import { TeamCover, TeamHead } from './team-head.tsx'
import { TeamTabs } from './team-tabs.tsx'

// Loaded when an organization asks.
const TeamRequests = lazy(() => import('../organizations/team-requests.tsx'))

type TeamFrameProps = {
  /** The name of the tab for the title of the page. The first tab has none. */
  title?: string
  /** The contents of the tab. */
  children: (team: TeamDetail) => ReactNode
}

const frameClasses = pageFrame(
  'wide',
  'grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-x-11 lg:pt-8',
)

/**
 * The page of a community: its cover, name and tabs, the contents of the open tab, and a column with what the viewer can do. On a phone
 * only the first tab has all of it: on the others, the name and the tabs are followed by the contents at once.
 */
export function TeamFrame({ title, children }: TeamFrameProps) {
  const { id = '' } = useParams()
  const { data: team, error, isFetching, refetch } = useQuery(teamDetail(id))
  useTitle(team ? (title ? `${title} · ${team.name}` : team.name) : null)
  if (team === null) return <NoTeamPage />
  if (!team)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <FrameLoading isShort={title !== undefined} />
    )
  const isShort = title !== undefined
  return (
    <article key={id} className={joinClasses(frameClasses, isShort && 'max-lg:gap-3')}>
      {/* On a phone the parts of both columns mix: on the first tab the actions come before the tabs, and what it is about comes last. */}
      <div className="min-w-0 max-lg:contents lg:grid lg:gap-5">
        <div className="grid min-w-0 gap-5 max-lg:order-1">
          <div className={isShort ? 'max-lg:hidden' : undefined}>
            <TeamCover team={team} />
          </div>
          <TeamHead team={team} isShort={isShort} />
        </div>
        <div className={joinClasses('grid min-w-0 gap-5', isShort ? 'max-lg:order-2 max-lg:gap-3' : 'max-lg:order-3')}>
          <TeamTabs team={team} />
          {children(team)}
        </div>
      </div>
      <div className="max-lg:contents lg:grid lg:gap-4">
        <TeamActions team={team} className={isShort ? 'max-lg:order-3 max-lg:mt-6' : 'max-lg:order-2'} />
        {team.askedBy.length > 0 && (
          <Suspense>
            <TeamRequests team={team} className="max-lg:order-2" />
          </Suspense>
        )}
        <TeamAbout team={team} className="max-lg:order-4" />
      </div>
    </article>
  )
}

function FrameLoading({ isShort }: { isShort: boolean }) {
  const hidden = isShort && 'max-lg:hidden'
  return (
    <Loading label="Loading the community" className={frameClasses}>
      <div className="grid gap-5">
        <Skeleton className={joinClasses('-mx-4.5 h-28 sm:mx-0 sm:h-55', hidden)} />
        <Skeleton className={joinClasses('h-5 w-64 max-w-full', hidden)} />
        <Skeleton className="h-10 w-80 max-w-full" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <div className="max-lg:hidden">
        <Skeleton className="h-44" />
      </div>
    </Loading>
  )
}
