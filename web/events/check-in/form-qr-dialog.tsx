import { useEffect, useEffectEvent } from 'react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formPathFromGame } from '../../../domain/forms/paths.ts'
import { QrCode } from '../../share/qr-code.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Status } from '../../ui/status.tsx'
import type { ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'

/** While somebody signs beside the host, the list is loaded this often. */
const refreshMs = 4000

type FormQrDialogProps = {
  form: NonNullable<EventDetail['form']>
  /** Null if the code is for everyone. */
  joiner: ShownJoiner | null
  hosting: Hosting
  onClose: () => void
}

/** A QR code that leads players to the form on their own phones. It says when it is done. */
export default function FormQrDialog({ form, joiner, hosting, onClose }: FormQrDialogProps) {
  const { id } = hosting.managed.event
  const isDone = joiner !== null && !joiner.owesForm
  const refresh = useEffectEvent(() => void hosting.refresh())
  useEffect(() => {
    if (isDone) return
    const timer = setInterval(() => refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [isDone])
  const url = new URL(formPathFromGame(form.id, id), location.href).href
  const done = form.isWaiver ? 'signed' : 'filled it in'
  return (
    <Dialog title={form.title} isOpen onClose={onClose} width={420} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="grid justify-items-center gap-4 pt-1 text-center">
        <QrCode url={url} label={`QR code to ${form.title}`} size={240} />
        <p className="text-soft wrap-anywhere">
          {joiner ? joiner.name : 'Each player'} scans it with a phone camera and {form.isWaiver ? 'signs' : 'fills in the form'} with the
          account that joined this game.
        </p>
        <p role="status">
          {joiner && isDone && (
            <Status tone="live" className="font-strong">
              {joiner.name} has {done}
            </Status>
          )}
        </p>
      </div>
    </Dialog>
  )
}
