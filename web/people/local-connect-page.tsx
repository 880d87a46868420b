import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { NearPlayer } from '../../domain/people/contract.ts'
import { maxNearPlayers } from '../../domain/people/kinds.ts'
import { listOwnActivities } from '../../domain/profiles/own-activities.ts'
import { PeopleLoading } from '../connections/person-row.tsx'
import { activityLabel } from '../profiles/activity-row.tsx'
import { ownProfile } from '../profiles/queries.ts'
import { LinkButton } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NearPlayerRow } from './near-player-row.tsx'
import { nearPlayers } from './queries.ts'

/** Players nearby who share the user's sports. The selected activity is in the URL, so that the Back button returns to the same list. */
export default function LocalConnectPage() {
  const [search, setSearch] = useSearchParams()
  const { data: profile, isPending } = useQuery(ownProfile)
  const ownActivities = profile ? listOwnActivities(profile) : []
  const activityParam = search.get('activity')
  const activity = ownActivities.find((id) => id === activityParam) ?? null
  const choose = (id: string | null) => setSearch(id === null ? {} : { activity: id }, { replace: true, preventScrollReset: true })
  return (
    <div className={pageFrame('narrow', 'grid gap-5 pt-2 sm:pt-8')}>
      <header className="grid gap-1.5">
        <h1>Players near you</h1>
        <p className="max-w-[60ch] text-soft">
          Sorted by the sports you share, your level, and how similar your hours are. Distances are approximate, and nobody can see your
          exact location.
        </p>
      </header>
      {isPending && <ChipsLoading />}
      {ownActivities.length > 1 && (
        <fieldset className="flex flex-wrap gap-x-2 gap-y-2.5">
          <legend className="sr-only">Activity</legend>
          <ToggleChip isOn={activity === null} onToggle={() => choose(null)}>
            All my sports
          </ToggleChip>
          {ownActivities.map((id) => (
            <ToggleChip key={id} isOn={id === activity} onToggle={() => choose(id === activity ? null : id)}>
              {activityLabel(id)}
            </ToggleChip>
          ))}
        </fieldset>
      )}
      <Players activity={activity ?? activityParam} hasSports={profile ? ownActivities.length > 0 : true} />
    </div>
  )
}

const skeletonWidths = ['w-24', 'w-22', 'w-18', 'w-20', 'w-19']

/** About as high as the chips of a user with a few sports, so that the list below does not move when they load. */
function ChipsLoading() {
  return (
    <div aria-hidden="true" className="flex flex-wrap gap-x-2 gap-y-2.5">
      {skeletonWidths.map((width) => (
        <Skeleton key={width} className={`h-8.5 rounded-full ${width}`} />
      ))}
    </div>
  )
}

function Players({ activity, hasSports }: { activity: string | null; hasSports: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(nearPlayers({ activity }))
  if (!data) {
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <PeopleLoading />
  }
  if (data.players.length === 0) return <NoPlayers city={data.city} activity={activity} hasSports={hasSports} />
  return (
    <section aria-label={data.city ? `Players near ${data.city}` : 'Players'}>
      <p aria-live="polite" className="text-small text-soft">
        {formatCount(data.players)} {data.city && `within 50 miles of ${data.city}`}
      </p>
      <ul aria-label="Players" className="mt-1">
        {data.players.map((player) => (
          <NearPlayerRow key={player.person.id} player={player} />
        ))}
      </ul>
    </section>
  )
}

const formatCount = ({ length }: readonly NearPlayer[]) =>
  length === 1 ? '1 player' : `${length}${length < maxNearPlayers ? '' : '+'} players`

function NoPlayers({ city, activity, hasSports }: { city: string | null; activity: string | null; hasSports: boolean }) {
  if (!hasSports) {
    return (
      <EmptyState
        title="What do you play?"
        action={
          <LinkButton variant="primary" to="/settings?tab=sports">
            Turn on a sport
          </LinkButton>
        }
      >
        We show you players who share your sports. All of your sports are turned off right now.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={activity === null ? 'No players near you yet' : `Nobody near you plays ${activityLabel(activity)} yet`}
      action={
        activity === null ? (
          <LinkButton to="/connect">Find people by name</LinkButton>
        ) : (
          <LinkButton to="/localconnect">All my sports</LinkButton>
        )
      }
    >
      {city ? `Nobody within 50 miles of ${city} plays your sports. ` : ''}
      Invite a friend, or{' '}
      <Link to="/settings?tab=sports" className="font-strong text-court underline-offset-3 hover:underline">
        add a sport
      </Link>{' '}
      you want to try.
    </EmptyState>
  )
}
