import { lazy, Suspense, useState } from 'react'
import { TextButton } from '../../ui/text-button.tsx'
import type { ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'

const FormQrDialog = lazy(() => import('./form-qr-dialog.tsx'))

type FormOwedProps = { joiner: ShownJoiner; hosting: Hosting }

/** Whether a player has not filled the form of the game, with a code to fill it on their own phone. Nothing if they have. */
export function FormOwed({ joiner, hosting }: FormOwedProps) {
  const [isOpen, setOpen] = useState(false)
  const { form } = hosting.managed.event
  if (!form || !(joiner.owesForm || isOpen)) return null
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-small">
      {joiner.owesForm && <span className="font-medium text-warn">{form.isWaiver ? 'Not signed' : 'Form missing'}</span>}
      <TextButton onClick={() => setOpen(true)} aria-haspopup="dialog">
        Show the code<span className="sr-only"> for {joiner.name}</span>
      </TextButton>
      {isOpen && (
        <Suspense>
          <FormQrDialog form={form} joiner={joiner} hosting={hosting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

/** How many players have not filled the form of the game, with a code for all of them. */
export function FormsOwed({ hosting }: { hosting: Hosting }) {
  const [isOpen, setOpen] = useState(false)
  const { form } = hosting.managed.event
  const owing = hosting.list.going.filter(({ owesForm }) => owesForm).length
  if (!form || (owing === 0 && !isOpen)) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-card border border-line bg-card px-4 py-3">
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <b className="font-strong">
          {owing === 1 ? '1 player has' : `${owing} players have`} not {form.isWaiver ? 'signed' : 'filled in'}
        </b>{' '}
        “{form.title}”.
      </span>
      <TextButton onClick={() => setOpen(true)} aria-haspopup="dialog">
        Show a QR code
      </TextButton>
      {isOpen && (
        <Suspense>
          <FormQrDialog form={form} joiner={null} hosting={hosting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}
