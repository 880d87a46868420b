import { Check, WifiOff } from 'lucide-react'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { TeamDraftEditor } from './use-team-draft.ts'

/** Says whether what was typed is saved. */
export function SaveNote({
  editor: { state, error, isDirty, draftId },
}: {
  editor: Pick<TeamDraftEditor, 'state' | 'error' | 'isDirty' | 'draftId'>
}) {
  if (state === 'failed' && error !== null) return <ErrorNotice error={error} />
  return (
    <p role="status" className="flex items-center gap-1.5 text-small text-soft">
      {state === 'offline' ? (
        <>
          <WifiOff size={16} aria-hidden="true" /> You are offline. We keep what you typed on this device, and save it later.
        </>
      ) : state === 'saving' || isDirty ? (
        'Saving…'
      ) : (
        draftId !== null && (
          <>
            <Check size={16} aria-hidden="true" /> Saved. You can continue later.
          </>
        )
      )}
    </p>
  )
}
