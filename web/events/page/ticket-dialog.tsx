import { formatFullMoment } from '../../../domain/events/format-when.ts'
import { formatTicketCode, writeTicket } from '../../../domain/events/ticket.ts'
import { useViewer } from '../../app-state.ts'
import { QrCode } from '../../share/qr-code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogProps } from '../dialogs.tsx'
import { formatNames } from '../format-event.ts'
import { WalletButtons } from './wallet-buttons.tsx'

/** The ticket that a player shows to a host. It is large, black on white in both themes so that it scans well, and works offline. */
export default function TicketDialog({ event, onClose }: DialogProps) {
  const { id, title, live, where } = event
  const { mine } = live
  const viewer = useViewer()
  if (!mine) return null
  const tier = event.price?.tiers?.find(({ id }) => id === mine.tierId)
  const slot = live.slots.find(({ id }) => id === mine.slotId)
  return (
    <Dialog title="Your ticket" isOpen onClose={onClose} width={460}>
      <div className="grid justify-items-center gap-4 text-center">
        <div className="grid w-full place-items-center rounded-card border border-line bg-white p-3">
          <QrCode url={writeTicket({ eventId: id, joinerId: mine.id })} label={`Ticket for ${title}`} size={320} />
        </div>
        <div className="grid min-w-0 gap-0.5">
          {mine.ticketCode && (
            <p className="font-mono text-[1.75rem] leading-tight font-bold tracking-widest">
              <span className="sr-only">Code </span>
              {formatTicketCode(mine.ticketCode)}
            </p>
          )}
          <p className="text-title font-bold wrap-anywhere">{viewer?.name}</p>
          <p className="font-strong wrap-anywhere">{title}</p>
          <p className="wrap-anywhere">
            {formatFullMoment(event.startsAt, { timeZone: event.timeZone, now: Date.now() })}, {where.name}
          </p>
          <p className="text-soft wrap-anywhere">
            {[tier?.name, slot?.name, mine.seats === 1 ? 'One seat' : `${mine.seats} seats, with ${formatNames(mine.guests)}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <WalletButtons eventId={id} />
        <p className="text-small text-soft">Show it to a host when you arrive, or say the code. It works offline.</p>
      </div>
    </Dialog>
  )
}
