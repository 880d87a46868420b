import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import type { AnswerStore } from './answer-store.ts'
import { mailFormLink } from './queries.ts'
import { emailOf, readEmail } from './use-sending.ts'

type LaterDialogProps = { formId: string; code: string | null; store: AnswerStore; onClose: () => void }

/** Mails a link with which somebody without an account goes on later, on any device. */
export default function LaterDialog({ formId, code, store, onClose }: LaterDialogProps) {
  const [email, setEmail] = useState(() => emailOf(store))
  const [error, setError] = useState<string | undefined>()
  const mail = useMutation({
    mutationFn: (to: string) =>
      mailFormLink(formId, {
        ...{ email: to, answers: { ...store.readAnswers() }, website: '', secret: store.readBegun().idempotencyKey },
        ...(code !== null && { code }),
      }),
    onError: (failure) => setError(failure instanceof ApiError ? failure.issues.find(({ path }) => path === 'email')?.message : undefined),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mail.isPending) return
    const read = readEmail(email)
    setError(read.error)
    if (read.email !== null) mail.mutate(read.email)
  }
  if (mail.isSuccess)
    return (
      <Dialog title="Look into your mailbox" isOpen onClose={onClose} width={420}>
        <div className="grid gap-4" role="status">
          <p className="wrap-anywhere">
            We have mailed a link to <b>{mail.variables}</b>. It opens what you have entered so far, on any device, for 30 days.
          </p>
          <p className="text-small text-soft">Whoever has the link can read your answers and send them with your files.</p>
          <Button onClick={onClose} className="justify-self-start">
            Done
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Go on later" isOpen onClose={onClose} width={420}>
      <form noValidate aria-label="Go on later" className="grid gap-4" onSubmit={submit}>
        <p className="text-soft">We mail you a link that opens what you have entered so far, also on another device.</p>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            setError(undefined)
          }}
        />
        {mail.error !== null && error === undefined && <ErrorNotice error={mail.error} />}
        <Button type="submit" variant="primary" isPending={mail.isPending} pendingLabel="Sending" className="justify-self-start">
          Mail me the link
        </Button>
      </form>
    </Dialog>
  )
}
