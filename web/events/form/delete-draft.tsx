import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { EventFormAnswer } from '../../../domain/events/form-contract.ts'
import { Button } from '../../ui/button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { useLazyOpen } from '../../ui/use-lazy-open.ts'
import { TouchedDates } from '../touched-dates.tsx'
import { deletingDraft } from './host-queries.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }))

/** Deletes a draft. Nobody is notified. */
export function DeleteDraft({ id, game }: { id: string; game: Pick<EventFormAnswer, 'series' | 'otherDates' | 'startsAt' | 'timeZone'> }) {
  const isSeries = game.series !== null
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
            {isSeries && <TouchedDates verb="delete" scope="all" game={game} state="draft" />}
            <p>We do not notify anyone. This cannot be undone.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  )
}
