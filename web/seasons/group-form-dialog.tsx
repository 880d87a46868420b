import { useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type * as v from 'valibot'
import { formatLevel, levels } from '../../domain/profiles/levels.ts'
import { GroupForm, type SeasonDetail, type SeasonGroup } from '../../domain/seasons/contract.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { savingGroup } from './queries.ts'

type GroupFormDialogProps = {
  season: SeasonDetail
  /** The group to change. Without it, the dialog adds one. */
  group?: SeasonGroup
  onClose: () => void
}

type GroupValues = v.InferInput<typeof GroupForm>
const nameLimit = 40
const anyLevel = 'any'
const noLimit = ''

export function GroupFormDialog({ season, group, onClose }: GroupFormDialogProps) {
  const save = useMutation(savingGroup)
  const schema: v.GenericSchema<GroupValues, GroupForm> = GroupForm
  const form = useAppForm(schema, {
    defaultValues: {
      name: group?.name ?? '',
      levelMin: group?.levelMin ?? null,
      levelMax: group?.levelMax ?? null,
      size: group?.size ?? null,
    },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    await save.mutateAsync({ seasonId: season.id, groupId: group?.id ?? null, ...values })
    onClose()
  })
  const levelOptions = [
    { value: anyLevel, label: 'Any level' },
    ...levels.map((level) => ({ value: String(level), label: formatLevel(season.team.activity ?? '', level) })),
  ]
  return (
    <Dialog title={group ? 'Edit group' : 'Add a group'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField {...form.register('name')} label="Name" autoFocus autoComplete="off" limit={nameLimit} error={errors.name?.message} />
        <div className="grid gap-4 sm:grid-cols-2">
          {(['levelMin', 'levelMax'] as const).map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <Select
                  label={name === 'levelMin' ? 'Lowest level' : 'Highest level'}
                  options={levelOptions}
                  value={field.value == null ? anyLevel : String(field.value)}
                  onChange={(value) => field.onChange(value === anyLevel ? null : Number(value))}
                  error={errors[name]?.message}
                />
              )}
            />
          ))}
        </div>
        <Controller
          control={form.control}
          name="size"
          render={({ field }) => (
            <TextField
              label="Places"
              isOptional
              inputMode="numeric"
              hint="Leave this empty for no limit."
              value={field.value ?? noLimit}
              onChange={({ target }) => field.onChange(target.value === noLimit ? null : Number(target.value))}
              onBlur={field.onBlur}
              error={errors.size?.message}
              className="sm:max-w-44"
            />
          )}
        />
        <DialogFormEnd form={form} onCancel={onClose}>
          {group ? 'Save' : 'Add group'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
