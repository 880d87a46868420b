import { X } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import type { DialogName } from '../use-dialogs.ts'
import { dismissedShares } from './dismissed-shares.ts'
import { GameShare } from './game-share.tsx'

type SharePanelProps = { event: EventDetail; viewerId: string; now: number; open: (name: DialogName) => void }

/** Hosts see how to share their game until they close this, once for all dates of a series. The Share button still opens the dialog. */
export function SharePanel({ event, viewerId, now, open }: SharePanelProps) {
  const headingId = useId()
  const key = event.series?.id ?? event.id
  const isDismissed = useSyncExternalStore(
    dismissedShares.subscribe,
    () => dismissedShares.has(viewerId, key),
    () => true,
  )
  const [isClosed, setIsClosed] = useState(false)
  const note = useFocusInPlace<HTMLParagraphElement>(isClosed)
  if (isClosed) {
    return (
      <p ref={note} tabIndex={-1} className="sr-only">
        The sharing panel is closed. The Share button still shows how to share this game.
      </p>
    )
  }
  if (isDismissed) return null
  const close = () => {
    dismissedShares.add(viewerId, key)
    setIsClosed(true)
  }
  return (
    <section aria-labelledby={headingId} className="mt-5 rounded-card border border-line bg-card p-4.5 pt-2.5 sm:p-5.5 sm:pt-3">
      <header className="flex items-center justify-between gap-3 pb-2">
        <h2 id={headingId} className="text-title">
          Share this game
        </h2>
        <IconButton label="Close the sharing panel" className="-mr-3" onClick={close}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <GameShare event={event} now={now} onOpen={open} />
    </section>
  )
}
