import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AppError } from '../../../domain/errors.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Choices } from './manage-choices.tsx'
import { actingOnJoiners, addingUnregistered, movingJoiner } from './manage-queries.ts'
import { countWords } from './manage-words.ts'
import { freeBySlot, type ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

export type JoinerDialogKind = 'move' | 'remove'

type Opening = { hosting: Hosting; isOpen: boolean; onClose: () => void }
type OfJoiner = Opening & { joiner: ShownJoiner }

export const JoinerDialog = ({ kind, ...rest }: OfJoiner & { kind: JoinerDialogKind }) =>
  kind === 'move' ? <MoveDialog {...rest} /> : <TakeOutDialog {...rest} />

function TakeOutDialog({ joiner, hosting, ...opening }: OfJoiner) {
  const { mutateAsync } = useMutation(actingOnJoiners(hosting.managed.event.id))
  const isHolding = joiner.state === 'going' || joiner.state === 'offered'
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
        {joiner.userId === null ? 'They are removed from the list.' : 'We notify them, and they cannot join this game again.'}
        {isHolding && ` ${countWords(joiner.seats, 'seat goes', 'seats go')} to the next person on the waitlist.`}
      </p>
    </ConfirmDialog>
  )
}

/** Slots as choices, with what is free in each. */
const slotChoices = ({ managed }: Hosting, joiner: Pick<ShownJoiner, 'slotId' | 'state' | 'seats'> | null) => {
  const free = freeBySlot(managed)
  const takesSeats = !joiner || joiner.state === 'going' || joiner.state === 'offered'
  return managed.event.live.slots.map(({ id, name }) => {
    const left = free.get(id) ?? 0
    const isTheirs = joiner?.slotId === id
    return {
      value: id,
      label: name,
      hint: isTheirs ? 'Current slot' : left === 0 ? 'Full' : `${left} free`,
      isDisabled: !isTheirs && takesSeats && left < (joiner?.seats ?? 1),
    }
  })
}

function MoveDialog({ joiner, hosting, ...opening }: OfJoiner) {
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
      <Choices label="Which slot?" choices={slotChoices(hosting, joiner)} value={slotId} onChange={setSlotId} />
    </ConfirmDialog>
  )
}

/** Someone without an account. Mounted anew for each opening. */
export function AddDialog({ hosting, ...opening }: Opening) {
  const { mutateAsync } = useMutation(addingUnregistered(hosting.managed.event.id))
  const idempotencyKey = useRef(crypto.randomUUID())
  const choices = slotChoices(hosting, null)
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
