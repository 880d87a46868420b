import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ExternalTeam, maxExternalTeams } from '../../domain/external-teams/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useNow } from '../ui/use-now.ts'
import { ExternalGameList } from './game-list.tsx'
import { externalGames, externalTeams } from './queries.ts'
import { TeamFormDialog } from './team-form-dialog.tsx'
import { ExternalTeamRow } from './team-row.tsx'

const noTeams: readonly ExternalTeam[] = []

/** Loads the games again when a calendar was read, or a team was removed. */
function useFreshGames(teams: readonly ExternalTeam[] | undefined): void {
  const queries = useQueryClient()
  const version = teams?.map(({ id, fetchedAt }) => `${id} ${fetchedAt}`).join()
  const previousVersion = useRef(version)
  useEffect(() => {
    if (previousVersion.current !== undefined && previousVersion.current !== version) {
      void queries.invalidateQueries({ queryKey: externalGames.queryKey })
    }
    previousVersion.current = version
  }, [version, queries])
}

/** The teams of other sites whose calendars the viewer has linked, and their upcoming games. */
export default function ExternalTeamsPage() {
  const { data, error, refetch, isFetching } = useQuery(externalTeams)
  const [openForm, setOpenForm] = useState<'new' | { id: string } | null>(null)
  const now = useNow(minute)
  const teams = data?.teams ?? noTeams
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, teams.length)
  useFreshGames(data?.teams)
  // The team may have disappeared from the list meanwhile. Then no dialog is shown.
  const edited = openForm === 'new' ? undefined : teams.find(({ id }) => id === openForm?.id)
  const addButton = (
    <Button variant="primary" onClick={() => setOpenForm('new')}>
      <Plus size={18} aria-hidden="true" /> Add a team
    </Button>
  )
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-5 pt-2 sm:pt-8')}>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid max-w-[60ch] gap-1">
          <h1 ref={heading} tabIndex={-1} className="outline-none">
            Teams on other sites
          </h1>
          <p className="text-soft">
            Link the calendar of a team to see its games here. Only you see them.{' '}
            <Link to="/my-communities" className="font-strong text-court underline">
              Your communities
            </Link>
          </p>
        </div>
        {teams.length > 0 && teams.length < maxExternalTeams && addButton}
      </header>
      {!data && !error ? (
        <Loading label="Loading your teams">
          {['first', 'second'].map((row) => (
            <SkeletonText key={row} className="border-t border-line py-4 sm:max-w-md" />
          ))}
        </Loading>
      ) : !data ? (
        <ErrorNotice title="We could not load your teams" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : teams.length === 0 ? (
        <EmptyState title="No teams yet" action={addButton}>
          Does your team keep its games on another site? Add its calendar, and we warn you before you book two games at once.
        </EmptyState>
      ) : (
        <>
          <ul aria-label="Teams on other sites" className="border-b border-line">
            {teams.map((team) => (
              <ExternalTeamRow key={team.id} team={team} now={now} onEdit={() => setOpenForm({ id: team.id })} />
            ))}
          </ul>
          {teams.length >= maxExternalTeams && (
            <p className="text-small text-soft">You have linked {maxExternalTeams} teams. Remove one to add another.</p>
          )}
          <ExternalGameList teams={teams} now={now} />
        </>
      )}
      {openForm === 'new' && <TeamFormDialog onClose={() => setOpenForm(null)} />}
      {edited && <TeamFormDialog key={edited.id} team={edited} onClose={() => setOpenForm(null)} />}
    </div>
  )
}
