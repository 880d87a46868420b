import { useEffect, useEffectEvent } from 'react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { GameGuest } from '../../../domain/forms/game-guest.ts'
import { formPathForGuest, formPathFromGame } from '../../../domain/forms/paths.ts'
import { QrCode } from '../../share/qr-code.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Status } from '../../ui/status.tsx'
import type { Hosting } from '../manage/use-hosting.ts'

/** While somebody signs beside the host, the list is loaded this often. */
const refreshMs = 4000

/** Who fills the form: a player with an account, or a guest without one. */
export type FormFiller = { name: string; guest: GameGuest | null }

type FormQrDialogProps = {
  form: NonNullable<EventDetail['form']>
  /** Null if the code is for every player. */
  filler: FormFiller | null
  isDone: boolean
  hosting: Hosting
  onClose: () => void
}

/** A QR code that leads people to the form on their own phones. It says when it is done. */
export default function FormQrDialog({ form, filler, isDone, hosting, onClose }: FormQrDialogProps) {
  const { id } = hosting.managed.event
  const refresh = useEffectEvent(() => void hosting.refresh())
  useEffect(() => {
    if (isDone) return
    const timer = setInterval(() => refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [isDone])
  const guest = filler?.guest ?? null
  const path = guest ? formPathForGuest(form.id, id, guest) : formPathFromGame(form.id, id)
  return (
    <Dialog title={form.title} isOpen onClose={onClose} width={420} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="grid justify-items-center gap-4 pt-1 text-center">
        <QrCode url={new URL(path, location.href).href} label={`QR code to ${form.title}`} size={240} />
        <p className="text-soft wrap-anywhere">
          {filler ? filler.name : 'Each player'} scans it with a phone camera and {form.isWaiver ? 'signs' : 'fills in the form'}{' '}
          {guest ? 'without an account. This code is only for them.' : 'with the account that joined this game.'}
        </p>
        {filler === null && <p className="text-small text-soft">Guests without an account have a code of their own beside their name.</p>}
        {guest && !isDone && <LinkButton to={path}>{form.isWaiver ? 'Sign' : 'Fill it in'} on this device</LinkButton>}
        <p role="status">
          {filler && isDone && (
            <Status tone="live" className="font-strong">
              {filler.name} has {form.isWaiver ? 'signed' : 'filled it in'}
            </Status>
          )}
        </p>
      </div>
    </Dialog>
  )
}
