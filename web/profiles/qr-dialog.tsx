import { Share2 } from 'lucide-react'
import { shareLink } from '../share-link.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { profileUrl } from './profile-url.ts'
import { QrCode } from './qr-code.tsx'

type QrDialogProps = { userId: string; name: string; isMe: boolean; isOpen: boolean; onClose: () => void }

/** A large QR code that another person can scan from this screen. */
export default function QrDialog({ userId, name, isMe, isOpen, onClose }: QrDialogProps) {
  const url = profileUrl(userId)
  return (
    <Dialog title={isMe ? 'My QR code' : 'QR code'} isOpen={isOpen} onClose={onClose} width={400}>
      <div className="grid justify-items-center gap-4 pt-1 text-center">
        <QrCode url={url} label={isMe ? 'QR code to my profile' : `QR code to ${name}’s profile`} size={260} />
        <div className="grid min-w-0 gap-0.5">
          <p className="text-title font-bold wrap-anywhere">{name}</p>
          <p className="text-small text-soft">Scan it with a phone camera to open this profile.</p>
        </div>
        <Button className="w-full" onClick={() => void shareLink({ title: name, url })}>
          <Share2 size={17} aria-hidden="true" /> Share the link
        </Button>
      </div>
    </Dialog>
  )
}
