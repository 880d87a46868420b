import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamPath } from '../../domain/teams/paths.ts'
import { isNotFound } from '../api.ts'
import { useConfig, usePlatform } from '../app-state.ts'
import { EventRow } from '../discover/event-row.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { useTitle } from '../shell/use-title.ts'
import { TeamAbout } from '../teams/page/team-about.tsx'
import { TeamCover, TeamHead } from '../teams/team-head.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { teamSite } from './queries.ts'

/** The page of a community on its own domain. People join, and manage it, at the product, so all links lead there. */
export default function TeamSitePage() {
  const { data, error, refetch } = useQuery(teamSite)
  const { productUrl } = useConfig()
  const { name: productName } = usePlatform()
  const [now] = useState(() => Date.now())
  useTitle(data?.team.name ?? null)
  if (isNotFound(error)) return <NotFoundPage />
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  const { team, events, hasMore } = data
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-6 sm:pt-8')}>
      <TeamCover team={team} />
      <TeamHead team={team} />
      <section aria-labelledby="next-games" className="grid gap-3.5">
        <h2 id="next-games" className="text-[1.375rem]">
          Next games
        </h2>
        {events.length === 0 ? (
          <EmptyState title="No games yet" action={<LinkButton to={productUrl}>Find other games on {productName}</LinkButton>}>
            New games of {team.name} will be listed here.
          </EmptyState>
        ) : (
          <>
            <ul className="border-b border-line">
              {events.map((event) => (
                <EventRow key={event.id} event={event} now={now} origin={productUrl} />
              ))}
            </ul>
            <p>
              <LinkButton variant="primary" to={productUrl + teamPath(team.id)}>
                {hasMore ? `All games on ${productName}` : `Join on ${productName}`}
              </LinkButton>
            </p>
          </>
        )}
      </section>
      <TeamAbout team={team} origin={productUrl} />
    </div>
  )
}

function PageLoading() {
  return (
    <Loading className={pageFrame('wide', 'grid gap-6 sm:pt-8')}>
      <Skeleton className="-mx-4.5 h-28 sm:mx-0 sm:h-55" />
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </Loading>
  )
}
