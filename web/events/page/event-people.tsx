import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { holdsSeats } from '../../../domain/events/states.ts'
import { countSeats, maxWaitlistShown, type ViewerState } from '../../../domain/events/viewer-state.ts'
import { useViewer } from '../../app-state.ts'
import { useSignInLinks } from '../../shell/use-sign-in-links.ts'
import { AvatarStack } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Seats } from '../../ui/seats.tsx'
import { formatNames, formatNamesOf, formatSlotSeats } from '../format-event.ts'
import type { DialogName } from '../use-dialogs.ts'
import { EventSection } from './event-section.tsx'

type EventProps = { event: EventDetail }

/** The people who are going, as far as the viewer may see them. Everyone else is only counted. */
export function EventPeople({ event, viewerState, open }: EventProps & { viewerState: ViewerState; open: (name: DialogName) => void }) {
  const { live } = event
  const going = live.taken - live.held
  const faces = live.joiners.flatMap(({ person }) => (person ? [person] : []))
  const title = viewerState === 'over' ? 'Who came' : 'Who is going'
  return (
    <EventSection title={title} aside={`${going} of ${live.capacity}`}>
      {going === 0 ? (
        <p className="text-soft">
          Nobody yet{viewerState === 'scheduled' ? '. Sign-up is not open yet.' : '.'} {viewerState === 'open' && 'Be the first to join.'}
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            {faces.length > 0 && (
              <button
                type="button"
                onClick={() => open('people')}
                aria-haspopup="dialog"
                aria-label={`See everyone: ${formatNames(faces.slice(0, 8).map(({ name }) => name))}`}
                className="-my-1 inline-flex min-h-11 items-center rounded-full py-1"
              >
                <AvatarStack faces={faces} total={going} max={8} size={36} />
              </button>
            )}
            <Seats {...countSeats(live)} />
          </div>
          <GoingNames event={event} going={going} />
        </>
      )}
      {live.waiting > 0 && <Waitlist event={event} />}
      {live.held > 0 && viewerState !== 'over' && (
        <p className="text-small text-soft">
          {live.held === 1 ? 'One seat is' : `${live.held} seats are`} held for people who have not confirmed yet.
        </p>
      )}
      {faces.length > 8 && (
        <Button size="small" variant="quiet" onClick={() => open('people')} className="-ml-3.5 justify-self-start">
          See everyone
        </Button>
      )}
    </EventSection>
  )
}

/** Who waits, in order. Those whom the viewer may not see are only counted. */
function Waitlist({ event: { live } }: EventProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5">
      {live.waitlist.length > 0 && <AvatarStack faces={live.waitlist} total={live.waiting} max={maxWaitlistShown} size={28} />}
      <p className="text-small text-soft">{live.waiting} on the waitlist</p>
    </div>
  )
}

const maxNames = 3

function GoingNames({ event: { live }, going }: EventProps & { going: number }) {
  const viewer = useViewer()
  const signIn = useSignInLinks()
  if (!viewer) {
    return (
      <p className="text-small text-soft">
        {signIn ? (
          <Link
            to={signIn.login}
            className="relative font-strong text-court underline-offset-3 after:absolute after:-inset-y-3 after:inset-x-0 hover:underline"
          >
            Log in
          </Link>
        ) : (
          'Log in'
        )}{' '}
        to see who is going.
      </p>
    )
  }
  const others = live.joiners.filter(({ userId }) => userId !== viewer.id)
  const me = live.mine?.state === 'going' ? ['You'] : []
  const names = [...me, ...others.slice(0, maxNames).map(({ name }) => name)]
  if (names.length === 0) return <p className="text-small text-soft">People who are going can see the names.</p>
  return <p className="text-small text-soft wrap-anywhere">{formatNamesOf(names, going)}.</p>
}

/** More than these are only counted, beside the dots. */
const maxWaitingDots = 5

/** The slots of the game, each with its own seats. */
export function EventSlots({ event: { live } }: EventProps) {
  if (live.slots.length === 0) return null
  return (
    <EventSection title="Slots">
      <ul className="grid">
        {live.slots.map(({ id, name, ...slot }) => {
          const ownSeats = live.mine?.slotId === id && holdsSeats(live.mine.state) ? live.mine.seats : 0
          return (
            <li key={id} className="flex min-h-13 flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-2.5">
              <span className="min-w-0 flex-1 basis-40 font-strong wrap-anywhere">{name}</span>
              <Seats
                taken={Math.max(0, slot.taken - ownSeats)}
                ownSeats={ownSeats}
                open={Math.max(0, slot.capacity - slot.taken)}
                waiting={Math.min(slot.waiting, maxWaitingDots)}
              />
              <span className="min-w-16 text-right text-small text-soft">{formatSlotSeats(slot)}</span>
            </li>
          )
        })}
      </ul>
    </EventSection>
  )
}
