import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AppError } from '../../../domain/errors.ts'
import { holdsSeats } from '../../../domain/events/states.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Choices } from './manage-choices.tsx'
import { actingOnJoiners, addingUnregistered, movingJoiner } from './manage-queries.ts'
import { countFreeSeatsBySlot, type ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

export type JoinerDialogKind = 'move' | 'remove'

type OpenDialogProps = { hosting: Hosting; isOpen: boolean; onClose: () => void }
type JoinerDialogProps = OpenDialogProps & { joiner: ShownJoiner }

export const JoinerDialog = ({ kind, ...rest }: JoinerDialogProps & { kind: JoinerDialogKind }) =>
  kind === 'move' ? <MoveDialog {...rest} /> : <RemoveDialog {...rest} />

function RemoveDialog({ joiner, hosting, ...opening }: JoinerDialogProps) {
  const { mutateAsync } = useMutation(actingOnJoiners(hosting.managed.event.id))
  return (
    <ConfirmDialog
      {...opening}
      title={`Remove ${joiner.name}?`}
      confirmLabel="Remove"
      isDangerous
      onConfirm={async () => {
        await mutateAsync({ joinerIds: [joiner.id], action: 'remove' })
        showSnackbar(`${joiner.name} was removed.`)
      }}
    >
      <p>
        {joiner.userId === null ? 'We remove them from the list.' : 'We notify them, and they cannot join this game again.'}
        {holdsSeats(joiner.state) &&
          hosting.list.waitlist.length > 0 &&
          ` ${joiner.seats === 1 ? 'Their seat goes' : `Their ${joiner.seats} seats go`} to the next person on the waitlist.`}
      </p>
    </ConfirmDialog>
  )
}

/** The slots to choose from, each with its number of free seats. */
const listSlotChoices = ({ managed }: Hosting, joiner: Pick<ShownJoiner, 'slotId' | 'state' | 'seats'> | null) => {
  const free = countFreeSeatsBySlot(managed)
  const takesSeats = !joiner || holdsSeats(joiner.state)
  return managed.event.live.slots.map(({ id, name }) => {
    const freeSeats = free.get(id) ?? 0
    const isCurrent = joiner?.slotId === id
    return {
      value: id,
      label: name,
      hint: isCurrent ? 'Current slot' : freeSeats === 0 ? 'Full' : `${freeSeats} free`,
      isDisabled: !isCurrent && takesSeats && freeSeats < (joiner?.seats ?? 1),
    }
  })
}

function MoveDialog({ joiner, hosting, ...opening }: JoinerDialogProps) {
  const { mutateAsync } = useMutation(movingJoiner(hosting.managed.event.id))
  const [slotId, setSlotId] = useState(joiner.slotId)
  return (
    <ConfirmDialog
      {...opening}
      title={`Move ${joiner.name}`}
      confirmLabel="Move"
      onConfirm={async () => {
        if (slotId === joiner.slotId) return
        await mutateAsync({ joinerId: joiner.id, slotId })
        showSnackbar(`${joiner.name} moved.`)
      }}
    >
      {joiner.seats > 1 && <p>They come as a group of {joiner.seats} and stay together.</p>}
      <Choices label="New slot" choices={listSlotChoices(hosting, joiner)} value={slotId} onChange={setSlotId} />
    </ConfirmDialog>
  )
}

/** Adds a guest without an account. It must be mounted again each time it opens, so that its fields start empty. */
export function AddDialog({ hosting, ...opening }: OpenDialogProps) {
  const { mutateAsync } = useMutation(addingUnregistered(hosting.managed.event.id))
  const idempotencyKey = useRef(crypto.randomUUID())
  const choices = listSlotChoices(hosting, null)
  const [name, setName] = useState('')
  const [slotId, setSlotId] = useState(choices.find(({ isDisabled }) => !isDisabled)?.value ?? null)
  return (
    <ConfirmDialog
      {...opening}
      title="Add someone"
      confirmLabel="Add"
      onConfirm={async () => {
        if (name.trim() === '') throw new AppError('NameMissing')
        await mutateAsync({ name, slotId, idempotencyKey: idempotencyKey.current })
        showSnackbar(`${name.trim()} is on the list.`)
      }}
    >
      <p>Add someone without an account. They take a seat like everyone else.</p>
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        maxLength={200}
        className="text-ink"
      />
      {choices.length > 0 && <Choices label="Slot" choices={choices} value={slotId} onChange={setSlotId} />}
    </ConfirmDialog>
  )
}
