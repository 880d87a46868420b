import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { GroupName, maxGroupSize } from '../../domain/messages/groups.ts'
import { Face } from '../../domain/profiles/contract.ts'
import { InvitedPeople } from '../profiles/invited-people.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { FieldError, TextField } from '../ui/field.tsx'
import { RestoredNotice, useAppForm } from '../ui/form.tsx'
import { startingGroup } from './group-queries.ts'

const GroupForm = v.object({
  name: GroupName,
  people: v.pipe(
    v.array(Face),
    v.minLength(1, 'Choose at least one person.'),
    v.maxLength(maxGroupSize - 1, `A group can have up to ${maxGroupSize} people.`),
  ),
})

type NewGroupFormProps = { viewerId: string; onCancel: () => void; onMade: (conversationId: string) => void }

export function NewGroupForm({ viewerId, onCancel, onMade }: NewGroupFormProps) {
  const form = useAppForm(GroupForm, { defaultValues: { name: '', people: [] }, draftKey: 'group:new' })
  // The key stays the same while the form is open, so that a request that is sent twice makes only one group.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const start = useMutation(startingGroup)
  const people = form.watch('people')
  const { errors, isSubmitted } = form.formState
  const setPeople = (picked: Face[]) => form.setValue('people', picked, { shouldDirty: true, shouldValidate: isSubmitted })
  const submit = form.submitWith(async ({ name, people }) => {
    const { id } = await start.mutateAsync({ name, userIds: people.map((person) => person.id), idempotencyKey })
    onMade(id)
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        {...form.register('name')}
        label="Name of the group"
        autoFocus
        placeholder="Saturday carpool"
        autoComplete="off"
        limit={60}
        error={errors.name?.message}
      />
      <InvitedPeople
        listLabel="People in the group"
        people={people}
        pick={(person) => setPeople([...people, person])}
        remove={(personId) => setPeople(people.filter(({ id }) => id !== personId))}
        excludedIds={[viewerId, ...people.map(({ id }) => id)]}
      />
      {errors.people && <FieldError>{errors.people.message}</FieldError>}
      <p className="text-small text-soft">People who do not know you get a request. They write only after they accept.</p>
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <DialogFormEnd form={form} onCancel={onCancel}>
        Make the group
      </DialogFormEnd>
    </form>
  )
}
