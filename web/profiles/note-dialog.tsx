import { useMutation } from '@tanstack/react-query'
import { ConnectionRequest, maxNoteLength } from '../../domain/connections/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { connecting } from '../connections/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextArea } from '../ui/field.tsx'
import { RestoredNotice, useAppForm } from '../ui/form.tsx'

type NoteDialogProps = { profile: PublicProfile; onSend: () => void; onClose: () => void }

/** Asks to connect, with a few words. The profile shows the request at once. If it fails, the dialog comes back with the note. */
export default function NoteDialog({ profile: { id, displayName }, onSend, onClose }: NoteDialogProps) {
  const { mutateAsync } = useMutation(connecting(id))
  const form = useAppForm(ConnectionRequest, { defaultValues: { note: '' }, draftKey: `connection-note:${id}` })
  const send = form.submitWith(async ({ note }) => {
    onSend()
    await mutateAsync({ from: null, note })
    onClose()
  })
  return (
    <Dialog title={`Connect with ${displayName}`} isOpen onClose={onClose} isDismissable={!form.formState.isSubmitting}>
      <form noValidate onSubmit={send} className="grid gap-5 pt-1 pb-5">
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        <TextArea
          label="Your note"
          hint="Say who you are, or where you met. They see it with your request."
          rows={3}
          limit={maxNoteLength}
          error={form.formState.errors.note?.message}
          {...form.register('note')}
        />
        <DialogFormEnd form={form} onCancel={onClose}>
          Send request
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
