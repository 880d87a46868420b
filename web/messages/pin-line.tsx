import { Pin } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { PinnedMessage } from '../../domain/messages/contract.ts'
import { writeFiles } from '../../domain/messages/files-summary.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { readWords } from './rows.ts'

const PinnedDialog = lazy(async () => ({ default: (await import('./pinned-dialog.tsx')).PinnedDialog }))

export type PinLineProps = {
  pins: readonly PinnedMessage[]
  faces: ReadonlyMap<string, Face | null>
  viewer: Face
  onJump: (seq: number) => void
  /** Null if the viewer may not pin here. */
  onUnpin: ((seq: number) => void) | null
}

const writePin = ({ text, files }: PinnedMessage, faces: PinLineProps['faces']) => (files ? writeFiles(files) : readWords(text, faces).text)

/** The latest pinned message on top of a conversation. It opens the list of all. */
export function PinLine(props: PinLineProps) {
  const { pins } = props
  const list = useLazyOpen()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={list.open}
        className="flex min-h-11 items-center gap-2.5 border-b border-line bg-card px-4.5 text-left text-small text-soft hover:text-ink focus-visible:-outline-offset-2 sm:px-7"
      >
        <Pin size={16} aria-hidden="true" className="flex-none" />
        <span className="flex-none font-strong">{pins.length === 1 ? 'Pinned' : `${pins.length} pinned`}</span>
        <span className="truncate">{pins[0] && writePin(pins[0], props.faces)}</span>
      </button>
      {list.wasOpened && (
        <Suspense>
          <PinnedDialog {...props} isOpen={list.isOpen} onClose={list.close} />
        </Suspense>
      )}
    </>
  )
}
