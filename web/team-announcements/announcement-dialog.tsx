import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import {
  AnnouncementForm,
  maxAnnouncementsPerDay,
  maxAnnouncementTextLength,
  maxAnnouncementTitleLength,
  type TeamAnnouncement,
} from '../../domain/team-announcements/contract.ts'
import type { TeamTopic } from '../../domain/team-topics/contract.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { OptionChips } from '../ui/option-chips.tsx'
import { RichTextField } from '../ui/rich-text-field.tsx'
import { announcing, changingAnnouncement } from './queries.ts'

type AnnouncementDialogProps = {
  teamId: string
  topics: readonly TeamTopic[]
  /** The announcement to change. Without it, the dialog writes a new one. */
  announcement?: TeamAnnouncement
  onClose: () => void
}

export default function AnnouncementDialog({ teamId, topics, announcement, onClose }: AnnouncementDialogProps) {
  // The key and the version stay the same while the dialog is open, so that a request that is sent twice does not do more.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [version] = useState(announcement?.version ?? 1)
  const announce = useMutation(announcing(teamId))
  const change = useMutation(changingAnnouncement(teamId))
  const form = useAppForm(AnnouncementForm, {
    defaultValues: { topicId: announcement?.topic?.id ?? null, title: announcement?.title ?? '', text: announcement?.text ?? '' },
    draftKey: announcement ? `announcement:${announcement.id}` : `announcement:new:${teamId}`,
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    if (announcement) await change.mutateAsync({ announcementId: announcement.id, version, ...values })
    else await announce.mutateAsync({ ...values, idempotencyKey })
    onClose()
  })
  return (
    <Dialog
      title={announcement ? 'Edit announcement' : 'New announcement'}
      isOpen
      onClose={onClose}
      width={560}
      isDismissable={!isSubmitting}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Controller
          control={form.control}
          name="topicId"
          render={({ field }) => <OptionChips legend="Topic" options={topics} value={field.value ?? null} onChange={field.onChange} />}
        />
        <TextField
          {...form.register('title')}
          label="Title"
          isOptional
          autoComplete="off"
          limit={maxAnnouncementTitleLength}
          error={errors.title?.message}
        />
        <RichTextField
          {...form.register('text')}
          label="Announcement"
          rows={6}
          limit={maxAnnouncementTextLength}
          error={errors.text?.message}
        />
        <p className="text-small text-soft">
          {announcement
            ? 'It is marked as edited. Nobody is notified again.'
            : `All members can read it and are notified. You can send ${maxAnnouncementsPerDay} in 24 hours.`}
        </p>
        <DialogFormEnd form={form} onCancel={onClose}>
          {announcement ? 'Save' : 'Send'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
