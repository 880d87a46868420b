import { useMutation } from '@tanstack/react-query'
import type { WaitlistMode } from '../../../domain/events/states.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sayFailure } from '../../ui/say-failure.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Status } from '../../ui/status.tsx'
import { JoinerAnswers, JoinerFace, JoinerMenu, JoinerName, partyNote } from './manage-joiner.tsx'
import { actingOnJoiners } from './manage-queries.ts'
import { countWords, leftWords, momentWords } from './manage-words.ts'
import { freeBySlot, type ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

const modeWords: Record<WaitlistMode, string> = {
  order: 'Free seats go to the person who has waited longest.',
  turns: 'Free seats go first to people who missed out last time.',
  lottery: 'Free seats go to a random person on the waitlist.',
}

/** Who waits, in the order they are offered a seat. */
export function LineTab({ hosting }: { hosting: Hosting }) {
  const { inLine } = hosting.list
  const { waitlistMode } = hosting.managed.event
  if (inLine.length === 0) {
    return (
      <EmptyState title="Nobody is waiting">
        When the game is full, people join the waitlist here and get an offer as soon as a seat is free. {modeWords[waitlistMode]}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-[64ch] text-small text-soft">
        {modeWords[waitlistMode]}{' '}
        {hosting.list.seats.free > 0 ? 'You can also give someone a seat out of turn.' : 'There are no free seats right now.'}
      </p>
      <ol aria-label="Waitlist" className="grid">
        {inLine.map((joiner) => (
          <LineRow key={joiner.id} joiner={joiner} hosting={hosting} />
        ))}
      </ol>
    </div>
  )
}

/** Free for them: in their slot where there are slots. */
function freeFor({ managed, list }: Hosting, { slotId }: ShownJoiner): number {
  return slotId === null ? list.seats.free : (freeBySlot(managed).get(slotId) ?? 0)
}

function LineRow({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  const { managed, now, isOn } = hosting
  const act = useMutation(actingOnJoiners(managed.event.id))
  const isOffered = joiner.state === 'offered'
  const free = freeFor(hosting, joiner)
  const note = partyNote(hosting, joiner)
  const seat = () =>
    act.mutate(
      { joinerIds: [joiner.id], action: 'seat' },
      { onSuccess: () => showSnackbar(`${joiner.name} has a seat. We notified them.`), onError: sayFailure },
    )
  return (
    <li className="grid grid-cols-[1.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2.5 first:border-t">
      <span className="text-center font-strong text-soft tabular-nums">{isOffered ? '' : joiner.position}</span>
      <JoinerFace joiner={joiner} />
      <div className="grid">
        <JoinerName joiner={joiner} />
        <span className="text-small text-soft wrap-anywhere">
          {[
            note,
            joiner.seats > 1 && countWords(joiner.seats, 'seat'),
            `since ${momentWords(joiner.joinedAt, managed.event.timeZone, now)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {isOffered && joiner.offerExpiresAt !== null && (
          <Status tone="live" className="text-small">
            Offered a seat, {leftWords(joiner.offerExpiresAt, now)}
          </Status>
        )}
        <JoinerAnswers joiner={joiner} hosting={hosting} />
      </div>
      <JoinerMenu joiner={joiner} hosting={hosting} />
      {isOn && (isOffered || free > 0) && (
        <div className="col-span-2 col-start-3 pt-2">
          {isOffered || free >= joiner.seats ? (
            <Button size="small" isPending={act.isPending} onClick={seat}>
              Give them a seat
            </Button>
          ) : (
            <p className="text-small text-soft">There are not enough free seats for all {joiner.seats} of them.</p>
          )}
        </div>
      )}
    </li>
  )
}
