import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import { ChangeExternalTeam, CreateExternalTeam, type ExternalTeam } from '../../domain/external-teams/contract.ts'
import { getDeviceTimeZone } from '../availability/time-zones.ts'
import { ZoneSelect } from '../availability/zone-select.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { RestoredNotice, useAppForm } from '../ui/form.tsx'
import { changingExternalTeam, creatingExternalTeam } from './queries.ts'

type FormValues = { name: string; address: string; feedUrl: string; timeZone: string }

const createSchema: v.GenericSchema<FormValues> = v.omit(CreateExternalTeam, ['idempotencyKey'])
/** Who leaves the link empty keeps the old one. */
const changeSchema: v.GenericSchema<FormValues> = v.object({
  ...ChangeExternalTeam.entries,
  feedUrl: v.union([v.pipe(v.string(), v.trim(), v.literal('')), CreateExternalTeam.entries.feedUrl]),
})

type TeamFormDialogProps = {
  /** The team to change. Without it, the dialog links a new one. */
  team?: ExternalTeam
  onClose: () => void
}

export function TeamFormDialog({ team, onClose }: TeamFormDialogProps) {
  const form = useAppForm(team ? changeSchema : createSchema, {
    defaultValues: {
      name: team?.name ?? '',
      address: team?.address ?? '',
      feedUrl: '',
      timeZone: team?.timeZone ?? getDeviceTimeZone(),
    },
    draftKey: `external-team:${team?.id ?? 'new'}`,
    // The link is a secret.
    excludedFromDraft: ['feedUrl'],
  })
  // The key stays the same while the dialog is open, so that a request that is sent twice links only one team.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation(creatingExternalTeam)
  const change = useMutation(changingExternalTeam)
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ feedUrl, ...values }) => {
    if (team) await change.mutateAsync({ id: team.id, ...values, ...(feedUrl === '' ? {} : { feedUrl }) })
    else await create.mutateAsync({ ...values, feedUrl, idempotencyKey })
    onClose()
  })
  return (
    <Dialog title={team ? 'Edit team' : 'Add a team'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField {...form.register('name')} label="Name" autoFocus autoComplete="off" limit={80} error={errors.name?.message} />
        <TextField
          {...form.register('feedUrl')}
          label={team ? 'New calendar link' : 'Calendar link'}
          isOptional={team !== undefined}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https:// or webcal://"
          hint={
            team
              ? `We never show the link again, because it can be secret. Leave this empty to keep the link to ${team.feedHost}.`
              : 'Look for “iCal”, “ICS” or “Subscribe” on the site of the team, and paste the link here.'
          }
          error={errors.feedUrl?.message}
        />
        <TextField {...form.register('address')} label="Address" isOptional autoComplete="off" error={errors.address?.message} />
        <div className="grid gap-1.5">
          <p className="text-small font-strong">Time zone</p>
          <Controller
            control={form.control}
            name="timeZone"
            render={({ field }) => <ZoneSelect label="Time zone" value={field.value} onChange={field.onChange} className="w-full" />}
          />
        </div>
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        <DialogFormEnd form={form} onCancel={onClose}>
          {team ? 'Save' : 'Add team'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
