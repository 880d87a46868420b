import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type MessageFile, messagePictureUrl } from '../../../domain/messages/files.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton, iconButtonClasses } from '../../ui/icon-button.tsx'

type PictureViewerProps = {
  conversationId: string
  pictures: readonly MessageFile[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** One picture of a message in full. The arrow keys lead to the others. */
export function PictureViewer({ conversationId, pictures, at, onMove, onClose }: PictureViewerProps) {
  const file = pictures[at]
  if (!file) return null
  const move = (by: number) => onMove((at + by + pictures.length) % pictures.length)
  const handleKey = (event: KeyboardEvent) => {
    if (pictures.length < 2 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    move(event.key === 'ArrowLeft' ? -1 : 1)
  }
  const url = messagePictureUrl(conversationId, file.id, 1280)
  return (
    <Dialog title={file.description ?? file.name} isOpen onClose={onClose} width={1000}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The arrow keys are a shortcut for the buttons. */}
      <div onKeyDown={handleKey} className="grid gap-3">
        <img
          key={file.id}
          src={url}
          alt={file.description ?? file.name}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          className="mx-auto h-auto max-h-[65vh] w-auto max-w-full rounded-control bg-wash object-contain"
        />
        <div className="flex items-center justify-between gap-3">
          <a href={url} download={file.name} aria-label="Save this picture" title="Save this picture" className={iconButtonClasses()}>
            <Download size={20} aria-hidden="true" />
          </a>
          {pictures.length > 1 && (
            <div className="flex items-center gap-2">
              <IconButton label="Previous picture" onClick={() => move(-1)}>
                <ChevronLeft size={22} aria-hidden="true" />
              </IconButton>
              <p role="status" className="text-small text-soft">
                {at + 1} of {pictures.length}
              </p>
              <IconButton label="Next picture" onClick={() => move(1)}>
                <ChevronRight size={22} aria-hidden="true" />
              </IconButton>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}
