import { useInfiniteQuery, useMutation, useMutationState } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OwnTeam } from '../../domain/teams/contract.ts'
import { LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { leavingFromList, ownTeams } from './own-team-queries.ts'
import { OwnTeamRow, OwnTeamsLoading } from './own-team-row.tsx'

const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'))

/** Milliseconds until a closing dialog has left. */
const dialogGone = 300

/** Every community one is in, with what it plays next, and the way out of it. */
export default function MyCommunitiesPage() {
  const query = useInfiniteQuery(ownTeams)
  const gone = useMutationState({
    filters: { mutationKey: leavingFromList.mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  })
  const teams = query.data?.pages.flatMap((page) => page.teams).filter(({ id }) => !gone.includes(id)) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const count = teams.length
  const before = useRef(count)
  // The dialog gives the focus back to a button that is gone with its row: the person goes on at the heading.
  useEffect(() => {
    const isFewer = count < before.current
    before.current = count
    if (!isFewer) return
    // Not taken back when the next of them moves up meanwhile.
    setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    }, dialogGone)
  }, [count])
  return (
    <div className={pageFrame(960, 'grid grid-cols-[minmax(0,1fr)] gap-5 pt-2 sm:pt-8')}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-8">
        <h1 ref={heading} tabIndex={-1} className="outline-none">
          Your Communities
        </h1>
        {teams.length > 0 && (
          <Link to="/discover/teams" className="inline-flex min-h-11 items-center gap-2 font-strong text-court hover:underline">
            <MapPin size={17} aria-hidden="true" /> Find more near you
          </Link>
        )}
      </header>
      {query.isPending ? (
        <OwnTeamsLoading />
      ) : query.isLoadingError ? (
        <ErrorNotice
          title="Your communities could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : teams.length === 0 && !query.hasNextPage ? (
        <EmptyState
          title="You are in no community yet"
          action={
            <LinkButton variant="go" to="/discover/teams">
              Find communities near you
            </LinkButton>
          }
        >
          Look at what is played around you. Come to the games of a community, and get to know who runs it.
        </EmptyState>
      ) : (
        <div>
          <OwnTeamList teams={teams} />
          <ShowMore query={query} />
        </div>
      )}
    </div>
  )
}

type Asked = { id: string; what: 'leave' | 'hand-over' }

function OwnTeamList({ teams }: { teams: readonly OwnTeam[] }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const leave = useMutation(leavingFromList)
  // Gone meanwhile, or just handed over: then there is nothing left to ask.
  const team = teams.find(({ id }) => id === asked?.id)
  const close = () => setAsked(null)
  return (
    <>
      <ul aria-label="Your communities" className="border-b border-line">
        {teams.map((one) => (
          <OwnTeamRow key={one.id} team={one} onAsk={(what) => setAsked({ id: one.id, what })} />
        ))}
      </ul>
      {team && asked?.what === 'leave' && (
        <ConfirmDialog
          title={`Leave ${team.name}?`}
          confirmLabel="Leave"
          cancelLabel="Stay"
          isDangerous
          isOpen
          onClose={close}
          onConfirm={() => leave.mutate({ id: team.id, name: team.name })}
        >
          <p>
            You no longer see its games for members, and hear nothing of it. Games you have a seat in stay yours.
            {team.role === 'organizer' && ' You no longer run its games either.'} To come back you have to be let in again.
          </p>
        </ConfirmDialog>
      )}
      {team && asked?.what === 'hand-over' && (
        <Suspense>
          <HandOverDialog teamId={team.id} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
