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

/** One for one: nobody in line is passed over, for no seat comes free. */
export default function TransferDialog({ event, onClose }: DialogProps) {
  const viewer = useViewer()
  const give = useMutation(transferringSeat(event.id))
  const [to, setTo] = useState<Face | null>(null)
  const { joiners, mine } = event.live
  const there = joiners.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  return (
    <Dialog
      title="Give away my seat"
      isOpen
      onClose={onClose}
      isDismissable={!give.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={give.isPending}>
            Cancel
          </Button>
          <Button
            variant="go"
            disabled={to === null}
            isPending={give.isPending}
            pendingLabel="Transferring seat"
            onClick={() => {
              if (!to) return
              give.mutate(to.id, {
                onSuccess: () => {
                  showSnackbar(`${to.name} has your seat now.`)
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
        {to === null ? (
          <PersonPicker onPick={setTo} leaveOut={[...there, ...(viewer ? [viewer.id] : [])]} />
        ) : (
          <ul aria-label="New seat holder">
            <PersonRow face={to}>
              <IconButton label="Choose someone else" onClick={() => setTo(null)}>
                <X size={18} aria-hidden="true" />
              </IconButton>
            </PersonRow>
          </ul>
        )}
        {give.error && <ErrorNotice error={give.error} />}
      </div>
    </Dialog>
  )
}
