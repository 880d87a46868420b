import { PinOff } from 'lucide-react'
import { writeFiles } from '../../domain/messages/files-summary.ts'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { PinLineProps } from './pin-line.tsx'
import { readWords } from './rows.ts'

/** All pinned messages of a conversation. Each leads to its place. */
export function PinnedDialog({
  pins,
  faces,
  viewer,
  onJump,
  onUnpin,
  isOpen,
  onClose,
}: PinLineProps & { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Pinned messages" isOpen={isOpen} onClose={onClose}>
      <ul aria-label="Pinned messages" className="-mx-3 grid gap-0.5">
        {pins.map(({ seq, authorId, text, files }) => (
          <li key={seq} className="flex items-start gap-1">
            <button
              type="button"
              onClick={() => {
                onClose()
                onJump(seq)
              }}
              className="grid min-h-11 min-w-0 flex-1 gap-0.5 rounded-control px-3 py-2 text-left hover:bg-wash focus-visible:-outline-offset-2"
            >
              <span className="truncate text-small font-strong">
                {authorId === viewer.id ? 'You' : (faces.get(authorId)?.name ?? 'Deleted account')}
              </span>
              <span className="line-clamp-3 text-small wrap-anywhere text-soft">
                {files ? writeFiles(files) : readWords(text, faces).text}
              </span>
            </button>
            {onUnpin && (
              <IconButton
                label="Unpin"
                onClick={() => {
                  // The line with its dialog is gone after the last one.
                  if (pins.length === 1) onClose()
                  onUnpin(seq)
                }}
                className="text-soft"
              >
                <PinOff size={18} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
