import { formatDeadline } from '../../../domain/events/format.ts'
import type { CoHostInvite } from '../../../domain/events/join-contract.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { AskedGameFacts, AskedGameHead } from './asked-game.tsx'

/** What a co-host may do, for which dates the person is asked, and until when. */
export function CoHostWords({ invite: { event, otherDates, expiresAt } }: { invite: CoHostInvite }) {
  const now = useNow(30_000)
  return (
    <p className="text-soft">
      Co-hosts can edit the game, manage players and check them in.
      {otherDates > 0 && ` This is for ${otherDates === 1 ? 'one more date' : `${otherDates} more dates`} of the series too.`} You are not a
      co-host until you accept.
      {expiresAt !== null && ` You can do that until ${formatDeadline(expiresAt, { timeZone: event.timeZone, now })}.`}
    </p>
  )
}

/** Shown to a host of the game. */
export const AcceptedCoHost = ({ invite: { event } }: { invite: CoHostInvite }) => (
  <article className="grid gap-5">
    <AskedGameHead game={event} title="You are a host of this game" />
    <AskedGameFacts game={event} />
    <p className="text-soft">To step down as a co-host, edit the game and remove yourself.</p>
    <LinkButton to={`/discover/events/${event.id}/manage`} variant="primary" className="justify-self-start">
      Manage game
    </LinkButton>
  </article>
)

export const InviteLoading = () => (
  <Loading label="Loading the invitation">
    <span className="grid gap-4">
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="h-14" />
      <Skeleton className="h-12" />
    </span>
  </Loading>
)
