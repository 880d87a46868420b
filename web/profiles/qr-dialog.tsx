import { Link } from 'react-router'
import { LinkShare } from '../share/link-share.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { profileUrl } from './profile-url.ts'

type QrDialogProps = { userId: string; name: string; isMe: boolean; isOpen: boolean; onClose: () => void }

/** A large QR code that another person can scan from this screen, with the link. */
export default function QrDialog({ userId, name, isMe, isOpen, onClose }: QrDialogProps) {
  return (
    <Dialog title={isMe ? 'My QR code' : 'QR code'} isOpen={isOpen} onClose={onClose} width={420}>
      <LinkShare url={profileUrl(userId)} title={name} codeLabel={isMe ? 'QR code to my profile' : `QR code to ${name}’s profile`}>
        Scan it with a phone camera to open this profile.
        {isMe && (
          <Link to="/settings?tab=privacy" className="mt-2 block underline underline-offset-3">
            Choose what chats show with your link
          </Link>
        )}
      </LinkShare>
    </Dialog>
  )
}
