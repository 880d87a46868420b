import { ShownError } from '../../domain/shown-error.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { readError } from '../ui/read-error.ts'

type SaveBarProps = {
  isDirty: boolean
  isSavable: boolean
  isPending: boolean
  failure: unknown
  onSave: () => void
  onDiscard: () => void
}

/** The bar sticks to the bottom of the screen while there are unsaved changes. Otherwise it stands at the end of the page. */
export function SaveBar({ isDirty, isSavable, isPending, failure, onSave, onDiscard }: SaveBarProps) {
  return (
    <div
      data-bar={isDirty ? 'save' : undefined}
      className={joinClasses(
        'z-10 -mx-4.5 grid gap-3 border-t border-line bg-paper px-4.5 py-3 sm:mx-0 sm:px-0 sm:py-4',
        isDirty && 'sticky bottom-[calc(4.25rem+max(0.625rem,env(safe-area-inset-bottom))-0.625rem)] sm:bottom-0',
      )}
    >
      <div className="flex items-center gap-3">
        <Button variant="primary" disabled={!isSavable} isPending={isPending} onClick={onSave} className="min-w-28">
          Save
        </Button>
        {isDirty && (
          <Button variant="quiet" disabled={isPending} onClick={onDiscard} className="px-3!">
            Discard
          </Button>
        )}
        <p role="status" className="ml-auto min-w-0 text-right text-small text-soft sm:ml-0 sm:text-left">
          {isSavable ? isDirty && formatUnsavedReason(failure) : 'Please check the marked times.'}
        </p>
      </div>
    </div>
  )
}

function formatUnsavedReason(failure: unknown): string {
  if (failure === null) return 'Not saved yet'
  // The server may refuse hours that this browser accepts: a newer rule, or a time zone the server does not know.
  const issues = failure instanceof ShownError ? failure.issues : []
  return issues.length > 0 ? [...new Set(issues.map(({ message }) => message))].join(' ') : readError(failure).message
}
