import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamDiscoverPath } from '../../domain/discover/state.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { isNotFound } from '../api.ts'
import { useConfig, usePlatform } from '../app-state.ts'
import { EventRow } from '../discover/event-row.tsx'
import { formatMembers, formatTeamCity } from '../discover/team-row.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { useTitle } from '../shell/use-title.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { teamSite } from './queries.ts'

/** The page on the own domain of a community: its next games, and the way to the product, where people join them. */
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
  const allGames = productUrl + teamDiscoverPath(team.id)
  return (
    <div className={pageFrame(760, 'grid gap-7 pt-4 sm:pt-12')}>
      <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4.5">
        <Avatar face={{ id: team.id, name: team.name, pictureUrl: team.photo && photoUrl(team.photo, 480) }} size={72} isDecorative />
        <div className="grid gap-0.5">
          <h1 className="wrap-anywhere">{team.name}</h1>
          <p className="text-soft">{[formatTeamCity(team), formatMembers(team)].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      {team.description && <p className="max-w-[64ch] text-lead whitespace-pre-line wrap-anywhere">{team.description}</p>}
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
              <LinkButton variant="primary" to={allGames}>
                {hasMore ? `All games on ${productName}` : `Join on ${productName}`}
              </LinkButton>
            </p>
          </>
        )}
      </section>
    </div>
  )
}

function PageLoading() {
  return (
    <Loading className={pageFrame(760, 'grid gap-7 pt-12')}>
      <Skeleton className="h-18 w-72" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </Loading>
  )
}
