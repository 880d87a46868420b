import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { PersonPicker } from '../profiles/person-picker.tsx'
import { PersonRow } from '../profiles/person-row.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { BlockFromList } from './block-from-list.tsx'
import { blocking } from './queries.ts'
import { toBlockError } from './to-block-error.ts'

type BlockDialogProps = {
  onClose: () => void
  /** The list that is selected when the dialog opens. */
  listId?: string | null
}

/** Render it only while it is open, so that it always starts with nobody selected. */
export default function BlockDialog({ onClose, listId: initialListId = null }: BlockDialogProps) {
  const [people, setPeople] = useState<Face[]>([])
  const [listId, setListId] = useState(initialListId)
  const [listItemIds, setListItemIds] = useState<string[]>([])
  const count = people.length + listItemIds.length
  const block = useMutation({
    ...blocking,
    onSuccess: (...result) => {
      showSnackbar('User(s) successfully blocked.')
      onClose()
      return blocking.onSuccess?.(...result)
    },
    onError: (error) => showSnackbar(toBlockError(error).userMessage, { duration: 3000, tone: 'alarm' }),
  })
  const pickList = (id: string) => {
    setListId(id)
    setListItemIds([])
  }
  return (
    <Dialog
      title="Block people"
      isOpen
      onClose={onClose}
      width={800}
      isDismissable={!block.isPending}
      footer={
        <>
          <p aria-live="polite" className="flex-1 text-soft max-sm:order-last max-sm:text-center sm:self-center">
            {count === 0 ? 'Nobody selected' : count === 1 ? '1 person selected' : `${count} people selected`}
          </p>
          <Button onClick={onClose} disabled={block.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            disabled={count === 0}
            isPending={block.isPending}
            pendingLabel="Blocking"
            onClick={() => block.mutate({ userIds: people.map(({ id }) => id), listItemIds })}
          >
            Block Selected
          </Button>
        </>
      }
    >
      <p className="max-w-[60ch] text-soft">
        They can no longer find you, see you, message you or invite you. We do not notify them, and you can undo it.
      </p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8 sm:grid-cols-[repeat(2,minmax(0,1fr))] sm:gap-10">
        <section aria-label="By name">
          <PersonPicker
            onPick={(person) => setPeople((selected) => (selected.some(({ id }) => id === person.id) ? selected : [...selected, person]))}
            excludedIds={people.map(({ id }) => id)}
          />
          {people.length > 0 ? (
            <ul aria-label="Selected people" className="mt-2">
              {people.map((person) => (
                <PersonRow key={person.id} face={person}>
                  <IconButton
                    label={`Do not block ${person.name}`}
                    className="-mr-2 text-soft"
                    onClick={() => setPeople((selected) => selected.filter(({ id }) => id !== person.id))}
                  >
                    <X size={18} aria-hidden="true" />
                  </IconButton>
                </PersonRow>
              ))}
            </ul>
          ) : (
            <p className="mt-2 text-small text-soft">Pick one or more people. Nobody is blocked until you confirm.</p>
          )}
        </section>
        <section aria-label="From a list">
          <BlockFromList listId={listId} onPickList={pickList} selected={listItemIds} onSelect={setListItemIds} />
        </section>
      </div>
    </Dialog>
  )
}
