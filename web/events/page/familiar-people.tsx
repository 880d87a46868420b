import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { PersonRow } from '../../profiles/person-row.tsx'
import { Button } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { familiarPeople, invitingPeople } from '../invite-queries.ts'
import { EventSection } from './event-section.tsx'

/** People whom the viewer knows and who are not in the game. An invitation takes no seat: each of them decides. */
export function FamiliarPeople({ event: { id } }: { event: EventDetail }) {
  const { data } = useQuery(familiarPeople(id))
  if (!data || data.people.length === 0) return null
  return (
    <EventSection title="Who else?">
      <p className="text-soft">They get an invitation, and take a seat if they like.</p>
      <ul>
        {data.people.map(({ person, hasPlayedLast }) => (
          <PersonRow key={person.id} face={person} note={hasPlayedLast ? 'Played last time' : 'Connected with you'}>
            <InviteButton eventId={id} person={person} />
          </PersonRow>
        ))}
      </ul>
    </EventSection>
  )
}

function InviteButton({ eventId, person }: { eventId: string; person: { id: string; name: string } }) {
  const invite = useMutation(invitingPeople(eventId))
  const note = useFocusInPlace<HTMLSpanElement>(invite.isSuccess)
  if (invite.isSuccess) {
    return (
      <span ref={note} tabIndex={-1} className="flex items-center gap-1.5 text-small text-soft outline-none">
        <Check size={16} aria-hidden="true" className="text-good" /> Invited <VisuallyHidden>{person.name}</VisuallyHidden>
      </span>
    )
  }
  return (
    <Button
      size="small"
      isPending={invite.isPending}
      pendingLabel="Inviting"
      onClick={() => invite.mutate({ userIds: [person.id], listId: null, teamId: null }, { onError: showFailure })}
    >
      Invite <VisuallyHidden>{person.name}</VisuallyHidden>
    </Button>
  )
}
