import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarRange, ChevronLeft, Copy, Ellipsis, PencilLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { can } from '../../domain/access/can.ts'
import { seasonLedgerPath } from '../../domain/ledger/paths.ts'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { isNotFound } from '../api.ts'
import { getDeviceTimeZone } from '../availability/time-zones.ts'
import { TeamFrame } from '../teams/team-frame.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Menu } from '../ui/menu.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { formatSeasonDates, seasonStateNames, seasonsPath, stateOfSeason } from './format-season.ts'
import { MatchDialog } from './match-dialog.tsx'
import { MatchList } from './match-list.tsx'
import { OwnAsks } from './own-asks.tsx'
import { OwnPart } from './own-part.tsx'
import { PatternDialog } from './pattern-dialog.tsx'
import { PeopleSection } from './people-section.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { deletingSeason, seasonById } from './queries.ts'
import { SeasonFormDialog } from './season-form-dialog.tsx'
import { Standings } from './standings.tsx'
import { UndoCopy } from './undo-copy.tsx'

/** The page `team/:id/seasons/:seasonId`. */
export default function SeasonPage() {
  const { seasonId = '' } = useParams()
  const { data: season } = useQuery(seasonById(seasonId))
  return (
    <TeamFrame title={season?.label ?? 'Season'}>{({ id }) => <SeasonLoader key={seasonId} teamId={id} seasonId={seasonId} />}</TeamFrame>
  )
}

function SeasonLoader({ teamId, seasonId }: { teamId: string; seasonId: string }) {
  const { data: season, error, refetch, isFetching } = useQuery(seasonById(seasonId))
  if (isNotFound(error) || (season && season.teamId !== teamId)) {
    return (
      <EmptyState title="We could not find this season" action={<LinkButton to={seasonsPath(teamId)}>All seasons</LinkButton>}>
        It was deleted, or you are not in this community.
      </EmptyState>
    )
  }
  if (season) return <SeasonBody season={season} />
  return error ? (
    <ErrorNotice title="We could not load the season" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  ) : (
    <Loading label="Loading the season" className="grid gap-5">
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-48" />
      <Skeleton className="h-64" />
    </Loading>
  )
}

type OpenDialog = 'edit' | 'delete' | 'match' | 'pattern' | 'plan' | 'copy' | null

function SeasonBody({ season }: { season: SeasonDetail }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const now = useNow(minute)
  const navigate = useNavigate()
  const remove = useMutation(deletingSeason)
  const today = instantToLocal(now, season.team.timeZone ?? getDeviceTimeZone()).date
  const state = stateOfSeason(season, today)
  const close = () => setOpenDialog(null)
  const mayManage = can(season, 'seasons.manage')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Link
            to={seasonsPath(season.teamId)}
            className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline"
          >
            <ChevronLeft size={17} aria-hidden="true" />
            All seasons
          </Link>
          <h2 className="text-[1.5rem] wrap-anywhere">{season.label}</h2>
          <p className="text-soft">
            {formatSeasonDates(season)} · {seasonStateNames[state]}
          </p>
        </div>
        {can(season, 'billing.manage') && (
          <LinkButton size="small" to={seasonLedgerPath(season.teamId, season.id)} className="ml-auto">
            Books
          </LinkButton>
        )}
        {mayManage && (
          <Menu
            label="More for this season"
            entries={[
              { id: 'edit', label: 'Edit', icon: <PencilLine size={18} aria-hidden="true" />, onPress: () => setOpenDialog('edit') },
              { id: 'copy', label: 'Copy', icon: <Copy size={18} aria-hidden="true" />, onPress: () => setOpenDialog('copy') },
              {
                id: 'delete',
                label: 'Delete',
                icon: <Trash2 size={18} aria-hidden="true" />,
                isDangerous: true,
                startsGroup: true,
                onPress: () => setOpenDialog('delete'),
              },
            ]}
          >
            <Ellipsis size={20} aria-hidden="true" />
          </Menu>
        )}
      </header>
      {season.undoUntil !== null && season.undoUntil > now && <UndoCopy season={season} undoUntil={season.undoUntil} />}
      <OwnAsks season={season} now={now} />
      <OwnPart season={season} isOver={state === 'over'} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">
        <section aria-labelledby="table-heading" className="grid gap-2">
          <h2 id="table-heading" className="text-title">
            Table
          </h2>
          <Standings seasonId={season.id} ownGroupId={season.me?.groupId ?? null} now={now} />
        </section>
        {state !== 'over' && (
          <MatchList
            season={season}
            when="upcoming"
            now={now}
            action={
              mayManage && (
                <div className="flex flex-wrap gap-2">
                  <AddButton onPress={() => setOpenDialog('match')} />
                  <Button size="small" onClick={() => setOpenDialog('pattern')}>
                    <Plus size={15} aria-hidden="true" /> Games every week
                  </Button>
                  {season.groups.length > 1 && (
                    <Button size="small" onClick={() => setOpenDialog('plan')}>
                      <CalendarRange size={15} aria-hidden="true" /> Plan games
                    </Button>
                  )}
                </div>
              )
            }
          />
        )}
        {state !== 'coming' && (
          <MatchList
            season={season}
            when="past"
            now={now}
            action={mayManage && state === 'over' && <AddButton onPress={() => setOpenDialog('match')} />}
          />
        )}
        <PeopleSection season={season} />
      </div>
      {openDialog === 'edit' && <SeasonFormDialog teamId={season.teamId} season={season} onClose={close} />}
      {openDialog === 'copy' && <CopyDialog season={season} onClose={close} />}
      {openDialog === 'pattern' && <PatternDialog season={season} onClose={close} />}
      {openDialog === 'plan' && <PlanDialog season={season} onClose={close} />}
      {openDialog === 'match' && <MatchDialog season={season} onClose={close} />}
      <ConfirmDialog
        title={`Delete ${season.label}?`}
        confirmLabel="Delete season"
        isDangerous
        typeToConfirm={season.label}
        isOpen={openDialog === 'delete'}
        onClose={close}
        onConfirm={async () => {
          await remove.mutateAsync(season.id)
          await navigate(seasonsPath(season.teamId), { replace: true })
        }}
      >
        <p>Its groups, registrations and results are deleted, and you cannot undo this. Its games stay.</p>
      </ConfirmDialog>
    </div>
  )
}

const AddButton = ({ onPress }: { onPress: () => void }) => (
  <Button size="small" onClick={onPress}>
    <Plus size={15} aria-hidden="true" /> Game
  </Button>
)
