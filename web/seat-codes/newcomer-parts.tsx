import type { ComponentProps } from 'react'
import type { EventDetail } from '../../domain/events/contract.ts'
import { TextField } from '../ui/field.tsx'

/** The name of a person who has no profile yet. */
export const NameField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField {...props} label="Name" autoComplete="name" hint="The other players see it." />
)

type SeatNoteProps = { event: EventDetail; orWait: boolean; whenToPay: string }

/** What comes instead of the seat, or before it. */
export function SeatNote({ event, orWait, whenToPay }: SeatNoteProps) {
  if (orWait) {
    return (
      <p role="status" className="text-small text-warn">
        There are no free seats right now. You can join the waitlist.
      </p>
    )
  }
  return event.price && <p className="text-small text-soft">{whenToPay}</p>
}
