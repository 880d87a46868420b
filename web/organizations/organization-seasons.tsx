import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Organization } from '../../domain/organizations/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { getDeviceTimeZone } from '../availability/time-zones.ts'
import { formatSeasonDates, seasonPath, seasonStateNames, stateOfSeason } from '../seasons/format-season.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { organizationSeasons } from './queries.ts'

/** The seasons of the viewer's communities that run or are still to come. */
export function OrganizationSeasons({ organization: { id } }: { organization: Organization }) {
  const { data: seasons, error, refetch, isFetching } = useQuery(organizationSeasons(id))
  const today = instantToLocal(useNow(minute), getDeviceTimeZone()).date
  return (
    <section aria-labelledby="organization-seasons" className="grid gap-3">
      <h2 id="organization-seasons" className="text-title">
        Seasons
      </h2>
      {!seasons ? (
        error ? (
          <ErrorNotice title="We could not load the seasons" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the seasons">
            <SkeletonText className="border-t border-line py-4 sm:max-w-md" />
          </Loading>
        )
      ) : seasons.length === 0 ? (
        <EmptyState title="No seasons to show" hasBeans={false} className="py-4">
          Seasons of your communities in this organization are listed here while they run and before they start.
        </EmptyState>
      ) : (
        <ul aria-label="Seasons" className="border-b border-line">
          {seasons.map((season) => {
            const state = stateOfSeason(season, today)
            return (
              <li key={season.id} className="border-t border-line">
                <Link
                  to={seasonPath(season.team.id, season.id)}
                  className="group flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3.5"
                >
                  <span className="grid min-w-0">
                    <span className="text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{season.label}</span>
                    <span className="text-small text-soft wrap-anywhere">
                      {season.team.name} · {formatSeasonDates(season)}
                    </span>
                  </span>
                  <Status tone={state === 'running' ? 'live' : 'warn'} className="text-small">
                    {seasonStateNames[state]}
                  </Status>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
