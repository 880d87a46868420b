import { lazy, Suspense, useState } from 'react'
import { joinClasses } from '../../ui/class-names.ts'
import { TextButton } from '../../ui/text-button.tsx'
import type { ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'
import type { FormFiller } from './form-qr-dialog.tsx'

const FormQrDialog = lazy(() => import('./form-qr-dialog.tsx'))

type FormOwedProps = { joiner: ShownJoiner; hosting: Hosting }

/** The people of an entry who have not filled the form of the game. A list from an older version, kept offline, has no guests in it. */
const listOwing = ({ id, name, owesForm, guestsOwing = [] }: ShownJoiner): FormFiller[] => [
  ...(owesForm ? [{ name, guest: null }] : []),
  ...guestsOwing.map((guest) => ({ name: guest.name, guest: { joinerId: id, number: guest.number } })),
]

/** Two buttons below each other are far enough apart for fingers. */
const touchHeight = 'min-h-11'

const keyOf = ({ name, guest }: FormFiller) => `${guest?.number ?? ''} ${name}`

/** Who of an entry has not filled the form of the game, with a code for each to fill it on their own phone. Nothing if all have. */
export function FormOwed({ joiner, hosting }: FormOwedProps) {
  const [opened, setOpened] = useState<FormFiller | null>(null)
  const { form } = hosting.managed.event
  if (!form) return null
  const owing = listOwing(joiner)
  const isOwing = (filler: FormFiller) => owing.some((one) => keyOf(one) === keyOf(filler))
  // Whoever has just signed stays until the host has seen it.
  const shown = opened === null || isOwing(opened) ? owing : [...owing, opened]
  const words = form.isWaiver ? 'Not signed' : 'Form missing'
  return shown.map((filler) => (
    <span key={keyOf(filler)} className={joinClasses('flex flex-wrap items-center gap-x-2 text-small', shown.length > 1 && touchHeight)}>
      {isOwing(filler) && (
        <span className="min-w-0 font-medium text-warn wrap-anywhere">
          {filler.guest === null || filler.guest.number === 0 ? words : `${filler.name}: ${words.toLowerCase()}`}
        </span>
      )}
      <TextButton onClick={() => setOpened(filler)} aria-haspopup="dialog">
        Show the code<span className="sr-only"> for {filler.name}</span>
      </TextButton>
      {opened !== null && keyOf(opened) === keyOf(filler) && (
        <Suspense>
          <FormQrDialog form={form} filler={filler} isDone={!isOwing(filler)} hosting={hosting} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </span>
  ))
}

/** How many people have not filled the form of the game, with a code for all who have an account. */
export function FormsOwed({ hosting }: { hosting: Hosting }) {
  const [isOpen, setOpen] = useState(false)
  const { form } = hosting.managed.event
  const owing = hosting.list.going.flatMap(listOwing).length
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
          <FormQrDialog form={form} filler={null} isDone={false} hosting={hosting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}
