import { Copy, MessageCircle, Printer, UserCog, UserPlus } from 'lucide-react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { whatsAppUrl, writeShareWords } from '../../../domain/events/share-words.ts'
import { opensLater } from '../../../domain/events/viewer-state.ts'
import { useViewer } from '../../app-state.ts'
import { copyText } from '../../share/copy-text.ts'
import { LinkRow, SystemShare } from '../../share/link-share.tsx'
import { QrCode } from '../../share/qr-code.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { eventUrl, formatSignUpOpening } from '../format-event.ts'
import type { DialogName } from '../use-dialogs.ts'

const codeSize = 132

type GameShareProps = { event: EventDetail; now: number; onOpen: (name: DialogName) => void }

/** All ways to share a game: its link, words for a chat, a QR code, a poster and invitations. */
export function GameShare({ event, now, onOpen }: GameShareProps) {
  const { id, title, visibility, team } = event
  const url = eventUrl(id)
  const words = writeShareWords(event, { url, now })
  const wordsForWhatsApp = writeShareWords(event, { url, now, isForWhatsApp: true })
  const mayInvite = useMayInvite(event, now)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <LinkRow url={url} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        <p className="rounded-control bg-wash px-3.5 py-3 text-small whitespace-pre-line wrap-anywhere select-text">{words}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => void copyText(wordsForWhatsApp, 'Copied. Paste it into a chat in WhatsApp.')}>
            <Copy size={16} aria-hidden="true" /> Copy for WhatsApp
          </Button>
          <a href={whatsAppUrl(wordsForWhatsApp)} target="_blank" rel="noreferrer" className={buttonClasses('plain', 'small')}>
            <MessageCircle size={16} aria-hidden="true" /> Open WhatsApp
          </a>
          <Button size="small" onClick={() => void copyText(words, 'Text copied')}>
            <Copy size={16} aria-hidden="true" /> Copy text
          </Button>
        </div>
      </div>
      <div className="flex items-center gap-4">
        <QrCode url={url} label={`QR code to ${title}`} size={codeSize} />
        <div className="grid min-w-0 flex-1 justify-items-start gap-2">
          <p className="text-small text-soft">
            {visibility === 'team'
              ? `Only members of ${team?.name ?? 'the community'} can open it.`
              : 'Scan it with a phone camera to open this game.'}
          </p>
          {opensLater(event, now) && <p className="text-small text-soft">{formatSignUpOpening(event, now)}.</p>}
          <Button size="small" onClick={() => onOpen('poster')} aria-haspopup="dialog">
            <Printer size={16} aria-hidden="true" /> Poster
          </Button>
        </div>
      </div>
      {(mayInvite || 'share' in navigator) && (
        <div className="grid gap-2.5 sm:grid-cols-2">
          <SystemShare url={url} title={title} />
          {mayInvite && (
            <Button onClick={() => onOpen('invite')} aria-haspopup="dialog">
              <UserPlus size={17} aria-hidden="true" /> Invite people
            </Button>
          )}
          {mayInvite && event.isHost && event.startsAt > now && (
            <Button onClick={() => onOpen('coHost')} aria-haspopup="dialog">
              <UserCog size={17} aria-hidden="true" /> Invite a co-host
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function useMayInvite(event: EventDetail, now: number): boolean {
  const viewer = useViewer()
  const { isHost, live } = event
  return (
    viewer?.profileComplete === true && (isHost || live.mine?.state === 'going') && (live.state === 'published' || opensLater(event, now))
  )
}
