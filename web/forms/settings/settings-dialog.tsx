import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { formAudiences, formLayouts, type SavedSettings } from '../../../domain/forms/settings.ts'
import { SettingsForm, toSettingsValues } from '../../../domain/forms/settings-values.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { day } from '../../../domain/time/spans.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { ZoneSelect } from '../../availability/zone-select.tsx'
import { Choice } from '../../events/form/fold-row.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FieldError, TextArea, TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'
import { FormMergeNotice } from '../../ui/form-merge-notice.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { MomentField } from './moment-field.tsx'
import { formSettings, savingSettings } from './queries.ts'
import { audienceTexts, layoutTexts, settingsParts } from './settings-parts.ts'

type FormSettingsDialogProps = { formId: string; onClose: () => void }

/** Who can fill a form, when, how often, and what follows. */
export default function FormSettingsDialog({ formId, onClose }: FormSettingsDialogProps) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery(formSettings(formId))
  const [isDirty, setDirty] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const leave = () => (isDirty ? setAsking(true) : onClose())
  // The form starts with what is saved now. Later answers must not replace what the person typed.
  const [start, setStart] = useState<SavedSettings | null>(null)
  if (start === null && data && (isFetchedAfterMount || !isFetching)) setStart(data)
  return (
    <>
      <Dialog title="Settings" isOpen onClose={leave} width={640}>
        {start ? (
          <Settings formId={formId} start={start} onDirty={setDirty} onLeave={leave} onSaved={onClose} />
        ) : error ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the settings" className="grid gap-5">
            <Skeleton className="h-5 w-40" />
            <SkeletonText lines={5} className="mt-4" />
            <Skeleton className="mt-6 h-11.5 rounded-control" />
            <Skeleton className="mt-4 h-11.5 rounded-control" />
          </Loading>
        )}
      </Dialog>
      <ConfirmDialog
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Go on"
        isDangerous
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      >
        <p>Your changes to the settings are not saved yet.</p>
      </ConfirmDialog>
    </>
  )
}

type SettingsProps = {
  formId: string
  start: SavedSettings
  onDirty: (isDirty: boolean) => void
  onLeave: () => void
  onSaved: () => void
}

function Settings({ formId, start, onDirty, onLeave, onSaved }: SettingsProps) {
  const client = useQueryClient()
  const save = useMutation(savingSettings(formId))
  const form = useAppForm(SettingsForm, {
    defaultValues: toSettingsValues(start),
    merging: {
      parts: settingsParts,
      findSaved: async (error) =>
        error instanceof ShownError && error.code === 'FormSettingsConflict'
          ? toSettingsValues(await client.fetchQuery(formSettings(formId)))
          : null,
    },
  })
  const { control, register } = form
  const { errors, isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const [audience, isOncePerPerson] = useWatch({ control, name: ['audience', 'isOncePerPerson'] })
  const [range] = useState(() => makeRange(start))

  const submit = form.submitWith(async (settings) => {
    await save.mutateAsync(settings)
    showSnackbar('Settings saved.')
    onSaved()
  })

  const moment = (name: 'opensAt' | 'closesAt' | 'changesUntil', texts: { label: string; hint: string; dateLabel: string }) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <MomentField
          key={form.loadCount}
          {...texts}
          {...range}
          value={field.value}
          onChange={field.onChange}
          error={errors[name]?.message}
        />
      )}
    />
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-7 [&_*]:sm:scroll-mb-24">
      <Group title="Who can fill it">
        <Controller
          control={control}
          name="audience"
          render={({ field }) => (
            <Choice
              legend="Who can fill it"
              name="audience"
              value={field.value}
              options={formAudiences.map((value) => ({ value, ...audienceTexts[value] }))}
              onChange={field.onChange}
            />
          )}
        />
        {audience === 'code' && (
          <TextField
            {...register('code')}
            label="Code"
            hint="4 to 40 characters. You tell it to people yourself."
            autoComplete="off"
            error={errors.code?.message}
            className="max-w-80"
          />
        )}
        {audience === 'people' && (
          <TextArea
            {...register('people')}
            label="Email addresses"
            hint="One on each line, or with commas between them. You can paste a list."
            autoComplete="off"
            spellCheck={false}
            error={errors.people?.message}
          />
        )}
      </Group>
      <Group title="When">
        {moment('opensAt', { label: 'Opens later', hint: 'Until then, people see when it opens.', dateLabel: 'Opens on' })}
        {moment('closesAt', { label: 'Closes by itself', hint: 'After that, nobody can send it.', dateLabel: 'Closes on' })}
        <Controller
          control={control}
          name="timeZone"
          render={({ field }) => (
            <div className="grid gap-1.5">
              <span aria-hidden="true" className="text-small font-strong">
                Time zone
              </span>
              <ZoneSelect label="Time zone" value={field.value} onChange={field.onChange} />
              {errors.timeZone && <FieldError>{errors.timeZone.message}</FieldError>}
              <p className="text-small text-soft">All dates and times of this form, also those of early prices.</p>
            </div>
          )}
        />
      </Group>
      <Group title="How it is filled">
        <Controller
          control={control}
          name="layout"
          render={({ field }) => (
            <Choice
              legend="How it is filled"
              name="layout"
              value={field.value}
              options={formLayouts.map((value) => ({ value, ...layoutTexts[value] }))}
              onChange={field.onChange}
            />
          )}
        />
      </Group>
      <Group title="How often">
        <TextField
          {...register('maxSubmissions')}
          label="Limit"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint="After so many submissions, the form is full. Leave it empty for no limit."
          error={errors.maxSubmissions?.message}
        />
        <Checkbox
          {...register('isOncePerPerson')}
          label="Once per person"
          hint={isOncePerPerson ? 'People need an account to fill it.' : undefined}
        />
      </Group>
      <Group title="For games">
        <Checkbox
          {...register('isNeededToJoin')}
          label="Needed before joining"
          hint="A game that asks for this form takes only players who have filled it. Otherwise they can do it until they play."
        />
      </Group>
      <Group title="After it was sent">
        <Checkbox
          {...register('needsApproval')}
          label="You decide about each"
          hint="A submission counts when an organizer has accepted it."
        />
        {moment('changesUntil', {
          label: 'People can change or withdraw what they sent',
          hint: 'After that, they have to ask you.',
          dateLabel: 'Until',
        })}
        <TextField
          {...register('keepMonths')}
          label="Delete after months"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint="Answers are deleted so many months after they were sent, or after their season and payments. Payments and signed waivers stay. Leave it empty to keep them."
          error={errors.keepMonths?.message}
        />
        <Checkbox
          {...register('addsMembers')}
          label="Whoever is accepted becomes a member"
          hint="They need an account for that. Only members are registered for a season."
        />
        <TextField
          {...register('thankYouUrl')}
          label="Page after sending"
          isOptional
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://club.com/thanks"
          hint="Without one, people see the words at the end of the form."
          error={errors.thankYouUrl?.message}
        />
      </Group>
      <Group title="On your website">
        <TextArea
          {...register('frameOrigins')}
          label="Sites that show this form"
          isOptional
          hint="One on each line, such as https://club.com. The line for your site is under “Share”."
          autoComplete="off"
          spellCheck={false}
          error={errors.frameOrigins?.message}
        />
      </Group>
      <FormMergeNotice form={form} />
      <div className="z-10 grid gap-4 border-t border-line bg-card pt-4 sm:sticky sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-4">
        <DialogFormEnd form={form} onCancel={onLeave}>
          Save
        </DialogFormEnd>
      </div>
    </form>
  )
}

/** The days that the calendars offer, and what a new moment begins with. */
function makeRange({ timeZone }: SavedSettings) {
  const now = Date.now()
  const dateOf = (at: number) => instantToLocal(at, timeZone).date
  return { minDate: dateOf(now), maxDate: dateOf(now + 3 * 365 * day), first: { date: dateOf(now + day), time: '09:00' } }
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3.5 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <h3 className="text-lead font-strong">{title}</h3>
      {children}
    </section>
  )
}
