import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { useLazyOpen } from '../../ui/use-lazy-open.ts'
import { deletingDraft } from './host-queries.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }))

/** Deletes a draft. Nobody is notified. */
export function DeleteDraft({ id, isSeries }: { id: string; isSeries: boolean }) {
  const navigate = useNavigate()
  const remove = useMutation(deletingDraft)
  const dialog = useLazyOpen()
  return (
    <div className="pb-4">
      <Button variant="quiet" size="small" onClick={dialog.open} className="-ml-3.5 text-bad!">
        Delete draft
      </Button>
      {dialog.wasOpened && (
        <Suspense>
          <ConfirmDialog
            title="Delete this draft?"
            confirmLabel="Delete"
            isDangerous
            isOpen={dialog.isOpen}
            onClose={dialog.close}
            onConfirm={async () => {
              await remove.mutateAsync({ id, scope: isSeries ? 'all' : 'this' })
              showSnackbar('Draft deleted.')
              void navigate('/create', { replace: true })
            }}
          >
            <p>{isSeries ? 'This deletes all of its dates. ' : ''}We do not notify anyone. This cannot be undone.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  )
}
