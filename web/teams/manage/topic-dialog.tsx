import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxTopicDescriptionLength, maxTopicNameLength, type TeamTopic, TopicForm } from '../../../domain/team-topics/contract.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'
import { savingTopic } from './manage-queries.ts'

type TopicDialogProps = {
  teamId: string
  /** Null for a new topic. */
  topic: TeamTopic | null
  onClose: () => void
}

/** Adds a topic, or changes its name and description. */
export function TopicDialog({ teamId, topic, onClose }: TopicDialogProps) {
  const form = useAppForm(TopicForm, { defaultValues: { name: topic?.name ?? '', description: topic?.description ?? '' } })
  // A second press of the button after a lost answer must not add the topic twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const save = useMutation(savingTopic(teamId, topic?.id ?? null))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    await save.mutateAsync({ ...values, idempotencyKey })
    onClose()
  })
  return (
    <Dialog title={topic ? `Edit ${topic.name}` : 'Add a topic'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          {...form.register('name')}
          label="Name"
          autoComplete="off"
          autoFocus
          limit={maxTopicNameLength}
          error={errors.name?.message}
        />
        <TextField
          {...form.register('description')}
          label="What it is about"
          isOptional
          autoComplete="off"
          limit={maxTopicDescriptionLength}
          error={errors.description?.message}
        />
        <DialogFormEnd form={form} onCancel={onClose}>
          {topic ? 'Save' : 'Add topic'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
