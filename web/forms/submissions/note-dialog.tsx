import { useRef } from 'react'
import * as v from 'valibot'
import { maxMessageLength } from '../../../domain/forms/limits.ts'
import { NoteLine } from '../../../domain/forms/submission-changes-contract.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'

const Schema = v.object({ text: NoteLine })

type NoteDialogProps = {
  /** About whom it is, such as "Ana Ortiz" or "3 submissions". */
  whose: string
  onAdd: (text: string, idempotencyKey: string) => Promise<unknown>
  onClose: () => void
}

/** Adds a line to the notes of the chosen submissions. */
export default function NoteDialog({ whose, onAdd, onClose }: NoteDialogProps) {
  const form = useAppForm(Schema, { defaultValues: { text: '' } })
  // The same words after an error are added once.
  const sent = useRef({ text: '', key: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ text }) => {
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    await onAdd(text, sent.current.key)
    onClose()
  })
  return (
    <Dialog title={`Add a note to ${whose}`} isOpen onClose={onClose} isDismissable={!isSubmitting && !form.formState.isDirty}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-soft">It goes to the end of each note. Only those who run the form see it.</p>
        <TextArea {...form.register('text')} label="Note" limit={maxMessageLength} error={errors.text?.message} />
        <DialogFormEnd form={form} onCancel={onClose}>
          Add note
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
