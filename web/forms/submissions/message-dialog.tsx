import { useRef } from 'react'
import * as v from 'valibot'
import { maxMessageLength } from '../../../domain/forms/limits.ts'
import { SenderMessage } from '../../../domain/forms/submission-changes-contract.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'

const Schema = v.object({ text: SenderMessage })

type MessageDialogProps = {
  /** Whom it reaches, such as "Ana Ortiz" or "3 submissions". */
  whose: string
  onSend: (text: string, idempotencyKey: string) => Promise<unknown>
  onClose: () => void
}

/** Writes to those who sent the chosen submissions. */
export default function MessageDialog({ whose, onSend, onClose }: MessageDialogProps) {
  const form = useAppForm(Schema, { defaultValues: { text: '' } })
  // The same words after an error reach nobody twice.
  const sent = useRef({ text: '', key: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ text }) => {
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    await onSend(text, sent.current.key)
    onClose()
  })
  return (
    <Dialog title={`Write to ${whose}`} isOpen onClose={onClose} isDismissable={!isSubmitting && !form.formState.isDirty}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-soft">
          Whoever has an account gets a notification, and the others an email. They see the name of the community, not yours.
        </p>
        <TextArea {...form.register('text')} label="Message" limit={maxMessageLength} error={errors.text?.message} />
        <DialogFormEnd form={form} onCancel={onClose}>
          Send
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
