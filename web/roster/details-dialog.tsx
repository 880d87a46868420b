import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import {
  maxJerseyLength,
  maxNotesLength,
  maxPositionLength,
  maxValueLength,
  type RosterPerson,
  SaveDetails,
  type TeamField,
} from '../../domain/roster/contract.ts'
import { ApiError } from '../api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { fieldPartOf } from '../ui/edit-conflict.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { FormMergeNotice } from '../ui/form-merge-notice.tsx'
import { Select } from '../ui/select.tsx'
import { type DetailsOf, findDetails, savingDetails } from './queries.ts'

export type DetailsRow = Pick<RosterPerson, 'jersey' | 'position' | 'notes' | 'values' | 'version'>

type DetailsDialogProps = {
  teamId: string
  of: DetailsOf
  name: string
  row: DetailsRow
  fields: readonly TeamField[]
  onClose: () => void
}

const toValues = ({ jersey, position, notes, values, version }: DetailsRow, fields: readonly TeamField[]): SaveDetails => ({
  jersey,
  position,
  notes: notes ?? '',
  // Each field has its place in the form, also if it is empty.
  values: fields.map(({ id }) => ({ fieldId: id, value: values.find(({ fieldId }) => fieldId === id)?.value ?? '' })),
  version,
})

const part = fieldPartOf<SaveDetails>()
const parts = [
  part('jersey', 'Jersey', String),
  part('position', 'Position', String),
  part('notes', 'Notes', String),
  part('values', 'Custom fields', (values) =>
    values
      .map(({ value }) => value)
      .filter(Boolean)
      .join(', '),
  ),
]

/** What organizers write down about a member or a guest. */
export default function DetailsDialog({ teamId, of, name, row, fields, onClose }: DetailsDialogProps) {
  const client = useQueryClient()
  const form = useAppForm(SaveDetails, {
    defaultValues: toValues(row, fields),
    merging: {
      parts,
      findSaved: async (error) => {
        if (!(error instanceof ApiError) || error.code !== 'DetailsVersionConflict') return null
        const saved = await findDetails(client, teamId, of)
        return saved && toValues(saved, fields)
      },
    },
  })
  const save = useMutation(savingDetails(teamId, of))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    await save.mutateAsync(values)
    onClose()
  })
  return (
    <Dialog title={name} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4">
          <TextField
            {...form.register('jersey')}
            label="Jersey"
            autoComplete="off"
            limit={maxJerseyLength}
            error={errors.jersey?.message}
          />
          <TextField
            {...form.register('position')}
            label="Position"
            autoComplete="off"
            limit={maxPositionLength}
            error={errors.position?.message}
          />
        </div>
        {fields.map(({ id, name: label, kind, choices }, index) => {
          const error = errors.values?.[index]?.value?.message
          if (kind !== 'choice') {
            return (
              <TextField
                key={id}
                {...form.register(`values.${index}.value`)}
                label={label}
                autoComplete="off"
                {...(kind === 'date' ? { type: 'date' } : { limit: maxValueLength })}
                error={error}
              />
            )
          }
          return (
            <Controller
              key={id}
              control={form.control}
              name={`values.${index}.value`}
              render={({ field }) => (
                <Select
                  label={label}
                  isOptional
                  placeholder="No answer"
                  options={choices.map((choice) => ({ value: choice, label: choice }))}
                  value={field.value || null}
                  onChange={(value) => field.onChange(value ?? '')}
                  error={error}
                />
              )}
            />
          )
        })}
        <TextArea
          {...form.register('notes')}
          label="Notes"
          hint="Only the owner and organizers see them here. Their download of all their data contains them too."
          limit={maxNotesLength}
          error={errors.notes?.message}
        />
        <FormMergeNotice form={form} />
        <DialogFormEnd form={form} onCancel={onClose}>
          Save
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
