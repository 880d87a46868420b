import { Dialog } from '../../ui/dialog.tsx'
import type { DialogProps } from '../dialogs.tsx'
import { GameShare } from './game-share.tsx'

/** Shares a game, for everybody who can open it. */
export default function ShareDialog({ event, onClose, onOpen }: DialogProps) {
  return (
    <Dialog title="Share" isOpen onClose={onClose} width={480}>
      <div className="pt-1">
        <GameShare event={event} now={Date.now()} onOpen={onOpen} />
      </div>
    </Dialog>
  )
}
