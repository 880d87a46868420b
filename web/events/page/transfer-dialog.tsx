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
import { offeringSeat } from '../queries.ts'

/** Offers the viewer's seat to one person. No seat becomes free by this, so nobody on the waitlist loses their turn. */
export default function TransferDialog({ event, onClose }: DialogProps) {
  const viewer = useViewer()
  const offer = useMutation(offeringSeat(event.id))
  const [recipient, setRecipient] = useState<Face | null>(null)
  const { joiners, mine } = event.live
  const joinerIds = joiners.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  return (
    <Dialog
      title="Give away my seat"
      isOpen
      onClose={onClose}
      isDismissable={!offer.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={offer.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={recipient === null}
            isPending={offer.isPending}
            pendingLabel="Offering seat"
            onClick={() => {
              if (!recipient) return
              offer.mutate(recipient.id, {
                onSuccess: () => {
                  showSnackbar(`You offered your seat to ${recipient.name}.`)
                  onClose()
                },
              })
            }}
          >
            Offer seat
          </Button>
        </>
      }
    >
      <div className="grid min-h-56 content-start gap-4 pt-1">
        <p className="text-soft">
          We ask them. They have a day to accept, at most until the game starts. Until they accept, you keep your seat
          {mine && mine.seats > 1 ? '. Your guests keep theirs' : ''}.
        </p>
        {recipient === null ? (
          <PersonPicker onPick={setRecipient} excludedIds={[...joinerIds, ...(viewer ? [viewer.id] : [])]} />
        ) : (
          <ul aria-label="Person to ask">
            <PersonRow face={recipient}>
              <IconButton label="Choose someone else" onClick={() => setRecipient(null)}>
                <X size={18} aria-hidden="true" />
              </IconButton>
            </PersonRow>
          </ul>
        )}
        {offer.error && <ErrorNotice error={offer.error} />}
      </div>
    </Dialog>
  )
}
