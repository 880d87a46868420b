import { useInfiniteQuery, useMutation, useMutationState } from '@tanstack/react-query'
import { CalendarSync, MapPin, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../domain/access/can.ts'
import type { OwnTeam } from '../../domain/teams/contract.ts'
import { NeedsYouList } from '../needs-you/needs-you-list.tsx'
import { OwnOrganizations } from '../organizations/own-organizations.tsx'
import { GuestOfferList } from '../roster/guest-offer-list.tsx'
import { FollowedTeamList } from '../team-follows/followed-team-list.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { DeletedTeamList } from './deleted-team-list.tsx'
import { leavingFromList, ownTeams } from './own-team-queries.ts'
import { OwnTeamRow, OwnTeamsLoading } from './own-team-row.tsx'

const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'))

const linkClasses = 'inline-flex min-h-11 items-center gap-2 font-strong text-court hover:underline'

/** All communities of the viewer, each with its next game and the options to leave or hand over. */
export default function MyCommunitiesPage() {
  const query = useInfiniteQuery(ownTeams)
  const leavingIds = useMutationState({
    filters: { mutationKey: leavingFromList.mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  })
  const teams = query.data?.pages.flatMap((page) => page.teams).filter(({ id }) => !leavingIds.includes(id)) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, teams.length)
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-5 pt-2 sm:pt-8')}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-8">
        <h1 ref={heading} tabIndex={-1} className="outline-none">
          Your Communities
        </h1>
        <div className="flex flex-wrap gap-x-6">
          <Link to="/teams/create" className={linkClasses}>
            <Plus size={17} aria-hidden="true" /> Start a community
          </Link>
          <Link to="/external-teams" className={linkClasses}>
            <CalendarSync size={17} aria-hidden="true" /> Teams on other sites
          </Link>
          {teams.length > 0 && (
            <Link to="/teams-v3" className={linkClasses}>
              <MapPin size={17} aria-hidden="true" /> Find more near you
            </Link>
          )}
        </div>
      </header>
      <NeedsYouList />
      <GuestOfferList />
      {query.isPending ? (
        <OwnTeamsLoading />
      ) : query.isLoadingError ? (
        <ErrorNotice
          title="We could not load your communities"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : teams.length === 0 && !query.hasNextPage ? (
        <EmptyState
          title="You have not joined a community yet"
          action={
            <>
              <LinkButton variant="primary" to="/teams-v3">
                Find communities near you
              </LinkButton>
              <LinkButton to="/teams/create">Start a community</LinkButton>
            </>
          }
        >
          See what people play near you. Join the games of a community and meet its organizers.
        </EmptyState>
      ) : (
        <div>
          <OwnTeamList teams={teams} />
          <ShowMore query={query} />
        </div>
      )}
      <FollowedTeamList />
      <OwnOrganizations />
      <DeletedTeamList heading={heading} />
    </div>
  )
}

type OpenDialog = { id: string; action: 'leave' | 'hand-over' }

function OwnTeamList({ teams }: { teams: readonly OwnTeam[] }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const leave = useMutation(leavingFromList)
  // The community may have disappeared from the list meanwhile. Then no dialog is shown.
  const team = teams.find(({ id }) => id === openDialog?.id)
  const close = () => setOpenDialog(null)
  return (
    <>
      <ul aria-label="Your communities" className="border-b border-line">
        {teams.map((row) => (
          <OwnTeamRow key={row.id} team={row} onOpenDialog={(action) => setOpenDialog({ id: row.id, action })} />
        ))}
      </ul>
      {team && openDialog?.action === 'leave' && (
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
            You lose your seats in its members-only games, and get none of its notifications. You keep your seats in its public games.
            {can(team, 'events.manage') && ' You can no longer host its games.'} To come back, someone has to add you again.
          </p>
        </ConfirmDialog>
      )}
      {team && openDialog?.action === 'hand-over' && (
        <Suspense>
          <HandOverDialog teamId={team.id} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
