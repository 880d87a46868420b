import { useMutation } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { restoringVersion } from './queries.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }))

/** Sets the fields of the place back to what they were after this entry of the history. */
export function RestoreButton({ placeId, version, editedAt }: { placeId: string; version: number; editedAt: Date }) {
  const restore = useMutation(restoringVersion(placeId))
  const { isOpen, wasOpened, open, close } = useLazyOpen()
  return (
    <p className="-ml-3.5">
      <Button variant="quiet" size="small" onClick={open} aria-haspopup="dialog">
        <History size={16} aria-hidden="true" /> Restore this version
      </Button>
      {wasOpened && (
        <Suspense>
          <ConfirmDialog
            title="Restore this version?"
            confirmLabel="Restore"
            isOpen={isOpen}
            onClose={close}
            onConfirm={async () => {
              const place = await restore.mutateAsync(version)
              const waits = place.proposals.some(({ isMine }) => isMine)
              showSnackbar(waits ? 'Restored. A part of it waits for a second person.' : 'Version restored.')
            }}
          >
            <p>
              The place gets the details that it had on {editedAt.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}.
              Photos stay as they are. The change appears in the history, so it can be undone.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </p>
  )
}
