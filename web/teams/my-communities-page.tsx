import { useInfiniteQuery, useMutation, useMutationState } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OwnTeam } from '../../domain/teams/contract.ts'
import { LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { leavingFromList, ownTeams } from './own-team-queries.ts'
import { OwnTeamRow, OwnTeamsLoading } from './own-team-row.tsx'

const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'))

/** Every community one is in, with what it plays next, and the way out of it. */
export default function MyCommunitiesPage() {
  const query = useInfiniteQuery(ownTeams)
  const gone = useMutationState({
    filters: { mutationKey: leavingFromList.mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  })
  const teams = query.data?.pages.flatMap((page) => page.teams).filter(({ id }) => !gone.includes(id)) ?? []
  return (
    <div className="mx-auto grid max-w-[960px] grid-cols-[minmax(0,1fr)] gap-5 px-4.5 pt-2 sm:px-7 sm:pt-8">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-8">
        <h1>Your Communities</h1>
        {teams.length > 0 && (
          <Link to="/discover/communities" className="inline-flex min-h-11 items-center gap-2 font-strong text-court hover:underline">
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
            <LinkButton variant="go" to="/discover/communities">
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
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const leave = useMutation(leavingFromList)
  // Gone meanwhile, or just handed over: then there is nothing left to ask.
  const team = teams.find(({ id }) => id === asked?.id)
  const close = () => setAsked(null)
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Your communities" className="border-b border-line outline-none">
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
          onConfirm={() => {
            leave.mutate({ id: team.id, name: team.name })
            // What had the focus goes with its row.
            list.current?.focus({ preventScroll: true })
          }}
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
