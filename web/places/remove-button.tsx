import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { Button } from '../ui/button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { removingPlace } from './queries.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }))

export function RemoveButton({ place: { id, name, mine } }: { place: PlaceDetail }) {
  const remove = useMutation(removingPlace(id))
  const { isOpen, wasOpened, open, close } = useLazyOpen()
  return (
    <>
      <Button variant="quiet" size="small" onClick={open} aria-haspopup="dialog">
        <Trash2 size={16} aria-hidden="true" /> Remove
      </Button>
      {wasOpened && (
        <Suspense>
          <ConfirmDialog
            title={`Remove ${name}?`}
            confirmLabel={mine?.isCreator ? 'Remove' : 'Suggest removal'}
            isDangerous
            isOpen={isOpen}
            onClose={close}
            onConfirm={async () => {
              const { isDone } = await remove.mutateAsync()
              showSnackbar(isDone ? 'Place removed.' : 'Thank you. It waits until a second person confirms it.')
            }}
          >
            <p>
              {mine?.isCreator
                ? 'Nobody can find it anymore. Games here stay as they are. You can bring the place back on this page.'
                : 'Only remove a place that does not exist anymore. A second person or the person who added it must confirm this first.'}
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
