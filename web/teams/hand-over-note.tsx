import { useMutation } from '@tanstack/react-query'
import { formatShortDate } from '../../domain/events/format-dates.ts'
import type { HandOverOffer } from '../../domain/teams/contract.ts'
import { getViewerTimeZone } from '../events/format-event.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { answeringHandOver, takingBackTeam } from './own-team-queries.ts'

const formatDay = (at: number) => formatShortDate(at, { timeZone: getViewerTimeZone(), now: Date.now() })

type HandOverNoteProps = { id: string; name: string; handOver: HandOverOffer }

/** An open offer to hand the community over: the member who is asked answers it, the owner can take it back. */
export const HandOverNote = (props: HandOverNoteProps) => (
  <div className="col-span-full mt-3 grid gap-2.5 rounded-control bg-wash p-3.5">
    {props.handOver.isToMe ? <Received {...props} /> : <Sent {...props} />}
  </div>
)

function Received({ id, name, handOver: { person, expiresAt } }: HandOverNoteProps) {
  const answer = useMutation(answeringHandOver)
  const isAccepting = answer.isPending && answer.variables.isAccepted
  const isDeclining = answer.isPending && !answer.variables.isAccepted
  return (
    <>
      <p className="wrap-anywhere">
        <b className="block">{person.name} asks you to take over</b>
        <span className="text-small text-soft">
          The owner can change everything in the community, and is responsible for it. A paid plan stays as it is: whoever pays for it goes
          on until you pay with your card in Payments. You can accept until {formatDay(expiresAt)}.
        </span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          size="small"
          variant="primary"
          isPending={isAccepting}
          disabled={isDeclining}
          onClick={() => answer.mutate({ id, isAccepted: true })}
        >
          Take over<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button size="small" isPending={isDeclining} disabled={isAccepting} onClick={() => answer.mutate({ id, isAccepted: false })}>
          Decline<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
      {answer.error && <ErrorNotice error={answer.error} />}
    </>
  )
}

function Sent({ id, name, handOver: { person, expiresAt } }: HandOverNoteProps) {
  const takeBack = useMutation(takingBackTeam)
  return (
    <>
      <p className="text-small text-soft wrap-anywhere">
        You asked {person.name} to take over. They can accept until {formatDay(expiresAt)}. Until then you are the owner.
      </p>
      <Button size="small" className="justify-self-start" isPending={takeBack.isPending} onClick={() => takeBack.mutate(id)}>
        Take the offer back<VisuallyHidden> for {name}</VisuallyHidden>
      </Button>
      {takeBack.error && <ErrorNotice error={takeBack.error} />}
    </>
  )
}
