import { Copy, Share2, UserPlus } from 'lucide-react'
import { opensLater } from '../../domain/events/viewer-state.ts'
import { useViewer } from '../app-state.ts'
import { QrCode } from '../profiles/qr-code.tsx'
import { shareLink } from '../share-link.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import type { DialogProps } from './dialogs.tsx'
import { eventUrl, formatSignUpOpening } from './format-event.ts'

/** Shares a game by link, by QR code, or with an invitation. */
export default function ShareDialog({ event, onClose, onOpen }: DialogProps) {
  const { id, title, live, isHost, visibility, team } = event
  const viewer = useViewer()
  const url = eventUrl(id)
  const isScheduled = opensLater(event, Date.now())
  const mayInvite = viewer?.profileComplete && (isHost || live.mine?.state === 'going') && (live.state === 'published' || isScheduled)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      showSnackbar('Link copied')
    } catch {
      showSnackbar('We could not copy the link. Please copy the address of this page instead.', { duration: 5000, tone: 'alarm' })
    }
  }
  return (
    <Dialog title="Share" isOpen onClose={onClose} width={420}>
      <div className="grid justify-items-center gap-4 pt-1 text-center">
        <QrCode url={url} label={`QR code to ${title}`} size={220} />
        <div className="grid min-w-0 gap-0.5">
          <p className="text-title font-bold wrap-anywhere">{title}</p>
          <p className="text-small text-soft">
            {visibility === 'team'
              ? `Only members of ${team?.name ?? 'the community'} can open it.`
              : 'Scan it with a phone camera to open this game.'}
          </p>
          {isScheduled && <p className="text-small text-soft">{formatSignUpOpening(event, Date.now())}.</p>}
        </div>
        <div className="grid w-full gap-2.5">
          <Button onClick={() => void copy()}>
            <Copy size={17} aria-hidden="true" /> Copy link
          </Button>
          {'share' in navigator && (
            <Button onClick={() => void shareLink({ title, url })}>
              <Share2 size={17} aria-hidden="true" /> Share in another app
            </Button>
          )}
          {mayInvite && (
            <Button onClick={() => onOpen('invite')}>
              <UserPlus size={17} aria-hidden="true" /> Invite people
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
