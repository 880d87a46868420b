import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../../domain/profiles/contract.ts'
import { useViewer } from '../../app-state.ts'
import { PersonPicker } from '../../profiles/person-picker.tsx'
import { PersonRow } from '../../profiles/person-row.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import type { DialogProps } from '../dialogs.tsx'
import { transferringSeat } from '../queries.ts'

/** Gives the viewer's seat to one person. No seat becomes free by this, so nobody on the waitlist loses their turn. */
export default function TransferDialog({ event, onClose }: DialogProps) {
  const viewer = useViewer()
  const transfer = useMutation(transferringSeat(event.id))
  const [recipient, setRecipient] = useState<Face | null>(null)
  const { joiners, mine } = event.live
  const joinerIds = joiners.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  return (
    <Dialog
      title="Give away my seat"
      isOpen
      onClose={onClose}
      isDismissable={!transfer.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={transfer.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={recipient === null}
            isPending={transfer.isPending}
            pendingLabel="Transferring seat"
            onClick={() => {
              if (!recipient) return
              transfer.mutate(recipient.id, {
                onSuccess: () => {
                  showSnackbar(`${recipient.name} has your seat now.`)
                  onClose()
                },
              })
            }}
          >
            Give seat
          </Button>
        </>
      }
    >
      <div className="grid min-h-56 content-start gap-4 pt-1">
        <p className="text-soft">
          They get your seat right away{mine && mine.seats > 1 ? ', and your guests keep theirs' : ''}. We notify them, and they can leave
          the game if they cannot come.
        </p>
        {recipient === null ? (
          <PersonPicker onPick={setRecipient} excludedIds={[...joinerIds, ...(viewer ? [viewer.id] : [])]} />
        ) : (
          <ul aria-label="New seat holder">
            <PersonRow face={recipient}>
              <IconButton label="Choose someone else" onClick={() => setRecipient(null)}>
                <X size={18} aria-hidden="true" />
              </IconButton>
            </PersonRow>
          </ul>
        )}
        {transfer.error && <ErrorNotice error={transfer.error} />}
      </div>
    </Dialog>
  )
}
