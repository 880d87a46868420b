import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type * as v from 'valibot'
import { ChangeSeason, type Season } from '../../domain/seasons/contract.ts'
import { formatIn } from '../../domain/time/write-time.ts'
import { ApiError } from '../api.ts'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { fieldPartOf } from '../ui/edit-conflict.ts'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { FormMergeNotice } from '../ui/form-merge-notice.tsx'
import { seasonPath } from './format-season.ts'
import { changingSeason, creatingSeason, seasonById } from './queries.ts'

type SeasonFormDialogProps = {
  teamId: string
  /** The season to change. Without it, the dialog creates one. */
  season?: Season & { version: number }
  onClose: () => void
}

const firstDate = '2000-01-01'
const lastDate = '2099-12-31'
const labelLimit = 60

type SeasonValues = { label: string; startDate: string; endDate: string; version: number }

/** Empty dates are refused by the rules, with the same message as wrong ones. */
const schema: v.GenericSchema<SeasonValues, ChangeSeason> = ChangeSeason

const formatDay = (date: string) =>
  date === '' ? '' : formatIn(undefined, 'UTC', { month: 'short', day: 'numeric', year: 'numeric' }).format(new Date(`${date}T00:00:00Z`))

const part = fieldPartOf<SeasonValues>()
const parts = [part('label', 'Label', String), part('startDate', 'First day', formatDay), part('endDate', 'Last day', formatDay)]

export function SeasonFormDialog({ teamId, season, onClose }: SeasonFormDialogProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  // The key stays the same while the dialog is open, so that a request that is sent twice does not do more.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation(creatingSeason(teamId))
  const change = useMutation(changingSeason)
  const form = useAppForm(schema, {
    defaultValues: {
      ...{ label: season?.label ?? '', startDate: season?.startDate ?? '', endDate: season?.endDate ?? '' },
      version: season?.version ?? 1,
    },
    draftKey: season ? `season:${season.id}` : `season:new:${teamId}`,
    ...(season && {
      merging: {
        parts,
        findSaved: async (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'SeasonVersionConflict') return null
          const { label, startDate, endDate, version } = await client.fetchQuery({ ...seasonById(season.id), staleTime: 0 })
          return { label, startDate, endDate, version }
        },
      },
    }),
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ version, ...values }) => {
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
        <FormMergeNotice form={form} />
        <DialogFormEnd form={form} onCancel={onClose}>
          {season ? 'Save' : 'Create season'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
