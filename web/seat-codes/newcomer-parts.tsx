import type { ComponentProps } from 'react'
import type { EventDetail } from '../../domain/events/contract.ts'
import { formToJoin } from '../../domain/events/viewer-state.ts'
import { TextField } from '../ui/field.tsx'

/** The name of a person who has no profile yet. */
export const NameField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField {...props} label="Name" autoComplete="name" hint="The other players see it." />
)

type SeatNoteProps = {
  event: EventDetail
  orWait: boolean
  /** When the payment or the form comes. */
  next: string
}

/** What comes instead of the seat, or before it. */
export function SeatNote({ event, orWait, next }: SeatNoteProps) {
  const form = formToJoin(event)
  return (
    <>
      {orWait && (
        <p role="status" className="text-small text-warn">
          There are no free seats right now. You can join the waitlist.
        </p>
      )}
      {form ? (
        <p className="text-small text-soft wrap-anywhere">
          You {form.isWaiver ? 'sign' : 'fill in'} “{form.title}” {next}, and then {orWait ? 'join the waitlist' : 'take your seat'}.
        </p>
      ) : (
        !orWait && event.price && <p className="text-small text-soft">You pay {next}.</p>
      )}
    </>
  )
}
