import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../domain/access/can.ts'
import type { Season } from '../../domain/seasons/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { isNotFound } from '../api.ts'
import { getDeviceTimeZone } from '../availability/time-zones.ts'
import RefusedAction from '../teams/manage/refused-action.tsx'
import { TeamFrame } from '../teams/team-frame.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { formatSeasonDates, seasonPath, seasonStateNames, stateOfSeason } from './format-season.ts'
import { teamSeasons } from './queries.ts'
import { SeasonFormDialog } from './season-form-dialog.tsx'

/** The page `team/:id/seasons`. */
export default function SeasonsPage() {
  return <TeamFrame title="Seasons">{(team) => <SeasonList key={team.id} team={team} />}</TeamFrame>
}

/** The seasons of a community: the one that ends last comes first. */
function SeasonList({ team }: { team: TeamDetail }) {
  const { id: teamId, role } = team
  const query = useInfiniteQuery(teamSeasons(teamId))
  const [isFormOpen, setFormOpen] = useState(false)
  const now = useNow(minute)
  const today = instantToLocal(now, getDeviceTimeZone()).date
  const mayManage = can(team, 'seasons.manage')
  const addButton = (
    <Button variant="primary" onClick={() => setFormOpen(true)}>
      <Plus size={18} aria-hidden="true" /> New season
    </Button>
  )
  const { data, error, refetch, isFetching } = query
  const seasons = data?.pages.flatMap((page) => page.seasons) ?? []
  const isHidden = isNotFound(error)
  return (
    <section aria-labelledby="seasons" className="grid gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="seasons" className="text-title">
          Seasons
        </h2>
        {mayManage && seasons.length > 0 && addButton}
      </div>
      {role !== null && !mayManage && data && (
        <RefusedAction team={team} capability="seasons.manage" action="plan seasons">
          New season
        </RefusedAction>
      )}
      {isHidden ? (
        <EmptyState title="Only members see the seasons">Join this community to see its seasons and tables.</EmptyState>
      ) : !data ? (
        error ? (
          <ErrorNotice title="We could not load the seasons" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the seasons">
            {['first', 'second', 'third'].map((row) => (
              <SkeletonText key={row} className="border-t border-line py-4 sm:max-w-md" />
            ))}
          </Loading>
        )
      ) : seasons.length === 0 ? (
        <EmptyState title="No seasons yet" {...(mayManage ? { action: addButton } : {})}>
          {mayManage
            ? 'Create a season with groups, matches and a table.'
            : 'The owner and organizers create seasons with groups, matches and a table.'}
        </EmptyState>
      ) : (
        <>
          <ul aria-label="Seasons" className="border-b border-line">
            {seasons.map((season) => (
              <SeasonRow key={season.id} teamId={teamId} season={season} today={today} />
            ))}
          </ul>
          <ShowMore query={query} />
        </>
      )}
      {isFormOpen && <SeasonFormDialog teamId={teamId} onClose={() => setFormOpen(false)} />}
    </section>
  )
}

const tones = { running: 'live', coming: 'warn', over: 'quiet' } as const

function SeasonRow({ teamId, season, today }: { teamId: string; season: Season; today: string }) {
  const state = stateOfSeason(season, today)
  return (
    <li className="border-t border-line">
      <Link
        to={seasonPath(teamId, season.id)}
        className="group flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3.5"
      >
        <span className="grid min-w-0">
          <span className="text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{season.label}</span>
          <span className="text-small text-soft">{formatSeasonDates(season)}</span>
        </span>
        <Status tone={tones[state]} className="text-small">
          {seasonStateNames[state]}
        </Status>
      </Link>
    </li>
  )
}
