import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type * as v from 'valibot'
import { type Season, SeasonForm } from '../../domain/seasons/contract.ts'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { seasonPath } from './format-season.ts'
import { changingSeason, creatingSeason } from './queries.ts'

type SeasonFormDialogProps = {
  teamId: string
  /** The season to change. Without it, the dialog creates one. */
  season?: Season & { version: number }
  onClose: () => void
}

const firstDate = '2000-01-01'
const lastDate = '2099-12-31'
const labelLimit = 60

type SeasonValues = { label: string; startDate: string; endDate: string }

/** Empty dates are refused by the rules, with the same message as wrong ones. */
const schema: v.GenericSchema<SeasonValues, SeasonForm> = SeasonForm

export function SeasonFormDialog({ teamId, season, onClose }: SeasonFormDialogProps) {
  const navigate = useNavigate()
  // The key and the version stay the same while the dialog is open, so that a request that is sent twice does not do more.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [version] = useState(season?.version ?? 1)
  const create = useMutation(creatingSeason(teamId))
  const change = useMutation(changingSeason)
  const form = useAppForm(schema, {
    defaultValues: { label: season?.label ?? '', startDate: season?.startDate ?? '', endDate: season?.endDate ?? '' },
    draftKey: season ? `season:${season.id}` : `season:new:${teamId}`,
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    if (season) {
      await change.mutateAsync({ id: season.id, version, ...values })
      onClose()
      return
    }
    const created = await create.mutateAsync({ ...values, idempotencyKey })
    onClose()
    await navigate(seasonPath(teamId, created.id))
  })
  return (
    <Dialog title={season ? 'Edit season' : 'New season'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          {...form.register('label')}
          label="Label"
          placeholder="Fall 2026"
          autoFocus
          autoComplete="off"
          limit={labelLimit}
          error={errors.label?.message}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {(['startDate', 'endDate'] as const).map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <DateField
                  label={name === 'startDate' ? 'First day' : 'Last day'}
                  value={field.value === '' ? null : field.value}
                  onChange={(date) => field.onChange(date ?? '')}
                  onBlur={field.onBlur}
                  minDate={firstDate}
                  maxDate={lastDate}
                  error={errors[name]?.message}
                />
              )}
            />
          ))}
        </div>
        <DialogFormEnd form={form} onCancel={onClose}>
          {season ? 'Save' : 'Create season'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
