import { viewerStateOf } from '../../../domain/events/viewer-state.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogProps } from '../dialogs.tsx'
import { OverlapNote } from './overlap-note.tsx'
import { usePrimaryAction } from './use-primary-action.ts'

/** Asks a person who is going to another game at the same time, before they accept a seat. */
export default function OverlapDialog({ event, onClose, onOpen }: DialogProps) {
  const now = Date.now()
  const primary = usePrimaryAction({ event, viewerState: viewerStateOf(event, now), now, open: onOpen, hasSeenOverlaps: true })
  if (!primary || 'to' in primary) return null
  return (
    <ConfirmDialog title="Two games at once?" confirmLabel={`${primary.label} anyway`} isOpen onClose={onClose} onConfirm={primary.press}>
      <OverlapNote overlaps={event.overlaps} />
    </ConfirmDialog>
  )
}
