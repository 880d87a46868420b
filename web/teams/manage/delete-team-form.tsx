import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'

type DeleteTeamFormProps = {
  name: string
  isPending: boolean
  error: Error | null
  onDelete: (typedName: string) => void
  onCancel: () => void
  /** What else the owner should know. */
  note?: string
}

/** The owner types the name of the community to delete it. It is no form, because it is also shown inside of one. */
export function DeleteTeamForm({ name, isPending, error, onDelete, onCancel, note }: DeleteTeamFormProps) {
  const [typedName, setTypedName] = useState('')
  const isDisabled = typedName.trim() !== name
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-small wrap-anywhere">
        Nobody will be able to find or open {name}. Its upcoming games will be cancelled, and their players notified. You can bring the
        community back for 30 days, but its games stay cancelled. {note}
      </p>
      <p className="text-small">
        What players have paid for these games by card goes back to them, and so does the rest of each membership. Dues and paid forms stay
        paid. A plan ends at once, and nothing of it comes back.
      </p>
      <TextField
        label="Type the name of the community"
        hint={name}
        value={typedName}
        disabled={isPending}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTypedName(event.target.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button size="small" variant="danger" disabled={isDisabled} isPending={isPending} onClick={() => onDelete(name)}>
          Delete {name}
        </Button>
        <Button size="small" disabled={isPending} onClick={onCancel}>
          Keep it
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
    </div>
  )
}
