import { useMutation } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { blocking, unblocking } from '../privacy/queries.ts'
import { toBlockError } from '../privacy/to-block-error.ts'
import { Button } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }))

/** Asks for confirmation, because blocking ends the connection and the follows, and unblocking does not restore them. */
export function BlockButton({ userId, name, className }: { userId: string; name: string; className: string }) {
  const block = useMutation(blocking)
  const { isOpen, wasOpened, open, close } = useLazyOpen()
  return (
    <>
      <button type="button" className={className} onClick={open} aria-haspopup="dialog">
        <Ban size={16} aria-hidden="true" /> Block
      </button>
      {wasOpened && (
        <Suspense>
          <ConfirmDialog
            title={`Block ${name}?`}
            confirmLabel="Block"
            isDangerous
            isOpen={isOpen}
            onClose={close}
            onConfirm={async () => {
              await block.mutateAsync({ userIds: [userId], listItemIds: [] }).catch((error: unknown) => {
                throw toBlockError(error)
              })
              showSnackbar('User(s) successfully blocked.')
            }}
          >
            <p>
              You will not be able to find, see, message or invite each other. You stop following each other and are no longer connected. We
              do not notify them.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}

export function UnblockButton({ blockId }: { blockId: string }) {
  const unblock = useMutation(unblocking)
  const press = () =>
    unblock.mutate(blockId, {
      onSuccess: () => void showSnackbar('User unblocked successfully.'),
      onError: () => void showSnackbar('Error while unblocking user.', { duration: 3000, tone: 'alarm' }),
    })
  return (
    <Button isPending={unblock.isPending} pendingLabel="Unblocking" onClick={press} className="justify-self-start">
      Unblock
    </Button>
  )
}
