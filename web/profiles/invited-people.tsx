import { X } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { PersonPicker } from './person-picker.tsx'
import { PersonRow } from './person-row.tsx'

/** Keeps the people that the viewer has picked to invite, each once. */
export function usePickedPeople() {
  const [people, setPeople] = useState<Face[]>([])
  const pick = (person: Face) => setPeople((picked) => (picked.some(({ id }) => id === person.id) ? picked : [...picked, person]))
  const remove = (personId: string) => setPeople((picked) => picked.filter(({ id }) => id !== personId))
  const clear = () => setPeople([])
  return { people, pick, remove, clear }
}

type InvitedPeopleProps = Omit<ReturnType<typeof usePickedPeople>, 'clear'> & { excludedIds: readonly string[]; listLabel?: string }

/** Finds people by name, and lists those to invite. */
export function InvitedPeople({ people, pick, remove, excludedIds, listLabel = 'People to invite' }: InvitedPeopleProps) {
  return (
    <div>
      <PersonPicker onPick={pick} excludedIds={excludedIds} />
      {people.length > 0 && (
        <ul aria-label={listLabel} className="mt-2">
          {people.map((person) => (
            <PersonRow key={person.id} face={person}>
              <IconButton label={`Remove ${person.name}`} onClick={() => remove(person.id)}>
                <X size={18} aria-hidden="true" />
              </IconButton>
            </PersonRow>
          ))}
        </ul>
      )}
    </div>
  )
}
