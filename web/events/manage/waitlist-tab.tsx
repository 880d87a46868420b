import { useMutation } from '@tanstack/react-query'
import type { WaitlistMode } from '../../../domain/events/states.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Status } from '../../ui/status.tsx'
import { formatCount, formatMoment, formatTimeToAnswer } from './format-managed-event.ts'
import { formatJoinerNote, JoinerAnswers, JoinerFace, JoinerMenu, JoinerName } from './manage-joiner.tsx'
import { actingOnJoiners } from './manage-queries.ts'
import { countFreeSeatsBySlot, type ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

const modeLabels: Record<WaitlistMode, string> = {
  order: 'Free seats go to the person who has waited longest.',
  turns: 'Free seats go first to people who missed out last time.',
  lottery: 'Free seats go to a random person on the waitlist.',
}

/** Players on the waitlist, in the order in which they are offered a seat. */
export function WaitlistTab({ hosting }: { hosting: Hosting }) {
  const { waitlist } = hosting.list
  const { waitlistMode } = hosting.managed.event
  if (waitlist.length === 0) {
    return (
      <EmptyState title="Nobody is waiting">
        When the game is full, people join the waitlist here and get an offer as soon as a seat is free. {modeLabels[waitlistMode]}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-[64ch] text-small text-soft">
        {modeLabels[waitlistMode]}{' '}
        {hosting.list.seats.free > 0 ? 'You can also give someone a seat before it is their turn.' : 'There are no free seats right now.'}
      </p>
      <ol aria-label="Waitlist" className="grid">
        {waitlist.map((joiner) => (
          <WaitlistRow key={joiner.id} joiner={joiner} hosting={hosting} />
        ))}
      </ol>
    </div>
  )
}

/** Free seats that this joiner can take: those of their slot if the game has slots. */
function countFreeSeatsFor({ managed, list }: Hosting, { slotId }: ShownJoiner): number {
  return slotId === null ? list.seats.free : (countFreeSeatsBySlot(managed).get(slotId) ?? 0)
}

function WaitlistRow({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  const { managed, now, isPublished } = hosting
  const act = useMutation(actingOnJoiners(managed.event.id))
  const isPaying = joiner.state === 'paying'
  const holdsSeat = isPaying || joiner.state === 'offered'
  const free = countFreeSeatsFor(hosting, joiner)
  const note = formatJoinerNote(hosting, joiner)
  const giveSeat = () =>
    act.mutate(
      { joinerIds: [joiner.id], action: 'seat' },
      { onSuccess: () => showSnackbar(`${joiner.name} has a seat. We notified them.`), onError: showFailure },
    )
  return (
    <li className="grid grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2.5 first:border-t">
      <span className="text-center font-strong text-soft tabular-nums">{holdsSeat ? '' : joiner.position}</span>
      <JoinerFace joiner={joiner} />
      <div className="grid">
        <JoinerName joiner={joiner} />
        <span className="text-small text-soft wrap-anywhere">
          {[
            note,
            joiner.seats > 1 && formatCount(joiner.seats, 'seat'),
            `since ${formatMoment(joiner.joinedAt, managed.event.timeZone, now)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {isPaying && (
          <Status tone="live" className="text-small">
            Paying
          </Status>
        )}
        {joiner.offerExpiresAt !== null && (
          <Status tone="live" className="text-small">
            Offered a seat, {formatTimeToAnswer(joiner.offerExpiresAt, now)}
          </Status>
        )}
        <JoinerAnswers joiner={joiner} hosting={hosting} />
      </div>
      <JoinerMenu joiner={joiner} hosting={hosting} />
      {isPublished && (holdsSeat || free > 0) && (
        <div className="col-span-2 col-start-3 pt-2">
          {holdsSeat || free >= joiner.seats ? (
            <Button size="small" isPending={act.isPending} onClick={giveSeat}>
              Give them a seat
            </Button>
          ) : (
            <p className="text-small text-soft">There are not enough free seats for their group of {joiner.seats}.</p>
          )}
        </div>
      )}
    </li>
  )
}
