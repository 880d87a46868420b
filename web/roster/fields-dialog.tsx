import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { CreateField, fieldKinds, maxFields, type TeamField } from '../../domain/roster/contract.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Select } from '../ui/select.tsx'
import { addingField, removingField } from './queries.ts'

const kindNames: Record<TeamField['kind'], string> = { text: 'Text', choice: 'Choice', date: 'Date' }
const audiences = [
  { value: 'members', label: 'All members see it' },
  { value: 'organizers', label: 'Only organizers see it' },
] as const

type FieldsDialogProps = { teamId: string; fields: readonly TeamField[]; onClose: () => void }

/** The own fields of a community, such as the size of a shirt. */
export default function FieldsDialog({ teamId, fields, onClose }: FieldsDialogProps) {
  const [removedId, setRemovedId] = useState<string | null>(null)
  const remove = useMutation(removingField(teamId))
  const removed = fields.find(({ id }) => id === removedId)
  return (
    <Dialog title="Custom fields" isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-soft">What you want to know about everyone, such as the size of a shirt.</p>
        {fields.length > 0 && (
          <ul aria-label="Custom fields" className="border-t border-line">
            {fields.map(({ id, name, kind, seenBy }) => (
              <li key={id} className="flex items-center gap-3 border-b border-line py-2">
                <span className="grid min-w-0 flex-1">
                  <span className="font-strong wrap-anywhere">{name}</span>
                  <span className="text-small text-soft">
                    {kindNames[kind]} · {audiences.find(({ value }) => value === seenBy)?.label}
                  </span>
                </span>
                <IconButton label={`Remove ${name}`} onClick={() => setRemovedId(id)}>
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {fields.length < maxFields && <FieldForm key={fields.length} teamId={teamId} />}
      </div>
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          confirmLabel="Remove"
          isDangerous
          isOpen
          onClose={() => setRemovedId(null)}
          onConfirm={() => remove.mutate(removed.id)}
        >
          <p>What is written in this field is deleted for everyone. You cannot undo this.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function FieldForm({ teamId }: { teamId: string }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [choices, setChoices] = useState('')
  const start: CreateField = { name: '', kind: 'text', choices: [], seenBy: 'members', idempotencyKey }
  const form = useAppForm(CreateField, { defaultValues: start })
  const add = useMutation(addingField(teamId))
  const { errors, isSubmitting } = form.formState
  const kind = form.watch('kind')
  const submit = form.submitWith((values) => add.mutateAsync(values))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField {...form.register('name')} label="New field" autoComplete="off" limit={30} error={errors.name?.message} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <Select
              label="Kind"
              options={fieldKinds.map((value) => ({ value, label: kindNames[value] }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={form.control}
          name="seenBy"
          render={({ field }) => <Select label="Who sees it" options={audiences} value={field.value} onChange={field.onChange} />}
        />
      </div>
      {kind === 'choice' && (
        <TextField
          label="Choices"
          hint="Separate them with commas."
          value={choices}
          onChange={({ target }) => {
            setChoices(target.value)
            const list = target.value.split(',').map((choice) => choice.trim())
            form.setValue('choices', list.filter(Boolean), { shouldValidate: form.formState.isSubmitted })
          }}
          error={errors.choices?.message ?? errors.choices?.root?.message}
        />
      )}
      <FormFailure failure={form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} className="justify-self-end">
        Add field
      </Button>
    </form>
  )
}
