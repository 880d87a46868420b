import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { NearPlayer } from '../../domain/people/contract.ts'
import { maxNearPlayers } from '../../domain/people/kinds.ts'
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

/** Who plays near me what I play. The activity stands in the address, so that a way back leads to the same list. */
export default function LocalConnectPage() {
  const [search, setSearch] = useSearchParams()
  const { data: profile, isPending } = useQuery(ownProfile)
  const mine = profile?.sportAvailability.filter(({ isOn }) => isOn).map(({ activity }) => activity) ?? []
  const asked = search.get('activity')
  const activity = mine.find((one) => one === asked) ?? null
  const choose = (one: string | null) => setSearch(one === null ? {} : { activity: one }, { replace: true, preventScrollReset: true })
  return (
    <div className={pageFrame(720, 'grid gap-5 pt-2 sm:pt-8')}>
      <header className="grid gap-1.5">
        <h1>Players near you</h1>
        <p className="max-w-[60ch] text-soft">
          Sorted by the sports you share, your level, and when you can both play. Distances are approximate, and nobody sees your exact
          location.
        </p>
      </header>
      {isPending && <ChipsLoading />}
      {mine.length > 1 && (
        <fieldset className="flex flex-wrap gap-x-2 gap-y-2.5">
          <legend className="sr-only">Activity</legend>
          <ToggleChip isOn={activity === null} onToggle={() => choose(null)}>
            All my sports
          </ToggleChip>
          {mine.map((one) => (
            <ToggleChip key={one} isOn={one === activity} onToggle={() => choose(one === activity ? null : one)}>
              {activityLabel(one)}
            </ToggleChip>
          ))}
        </fieldset>
      )}
      <Players activity={activity ?? asked} plays={profile ? mine.length > 0 : true} />
    </div>
  )
}

const ghostChips = ['w-24', 'w-22', 'w-18', 'w-20', 'w-19']

/** As high as the chips of who plays a few things, so that the list below stays where it is. */
function ChipsLoading() {
  return (
    <div aria-hidden="true" className="flex flex-wrap gap-x-2 gap-y-2.5">
      {ghostChips.map((width) => (
        <Skeleton key={width} className={`h-8.5 rounded-full ${width}`} />
      ))}
    </div>
  )
}

function Players({ activity, plays }: { activity: string | null; plays: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(nearPlayers({ activity }))
  if (!data) {
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <PeopleLoading />
  }
  if (data.players.length === 0) return <Nobody city={data.city} activity={activity} plays={plays} />
  return (
    <section aria-label={data.city ? `Players near ${data.city}` : 'Players'}>
      <p aria-live="polite" className="text-small text-soft">
        {countWords(data.players)} {data.city && `within 50 miles of ${data.city}`}
      </p>
      <ul aria-label="Players" className="mt-1">
        {data.players.map((player) => (
          <NearPlayerRow key={player.person.id} player={player} />
        ))}
      </ul>
    </section>
  )
}

const countWords = ({ length }: readonly NearPlayer[]) =>
  length === 1 ? '1 player' : `${length}${length < maxNearPlayers ? '' : '+'} players`

function Nobody({ city, activity, plays }: { city: string | null; activity: string | null; plays: boolean }) {
  if (!plays) {
    return (
      <EmptyState
        title="What do you play?"
        action={
          <LinkButton variant="go" to="/settings?tab=sports">
            Turn on a sport
          </LinkButton>
        }
      >
        We find players who share your sports. All of your sports are turned off.
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
