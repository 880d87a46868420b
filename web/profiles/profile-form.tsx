import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { cityLabel } from '../../domain/cities/rules.ts'
import { maxBioLength, type OwnProfile } from '../../domain/profiles/contract.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { Button } from '../ui/button.tsx'
import { type FormPart, fieldPartOf } from '../ui/edit-conflict.ts'
import { TextArea } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { FormMergeNotice } from '../ui/form-merge-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { formatOption, listMissingFields, ProfileFields, profileDefaults, profileFields } from './profile-fields.tsx'
import { ownProfile, savingProfile } from './queries.ts'

/** The form and its draft contain the version of the profile that the user edited, so that the server can detect conflicts. */
const Form = v.object({ ...profileFields, version: v.number() })

type ProfileValues = v.InferInput<typeof Form>

const formValues = (profile: OwnProfile) => ({ ...profileDefaults(profile), version: profile.version })

const partOf = fieldPartOf<ProfileValues>()
const asTyped = (text: string | null) => text ?? ''

const parts: readonly FormPart<ProfileValues>[] = [
  partOf('displayName', 'Display name', asTyped),
  partOf('fullName', 'Full name', asTyped),
  partOf('city', 'City', (city) => (city ? cityLabel(city) : '')),
  partOf('gender', 'Gender', asTyped),
  partOf('pronoun', 'Pronoun', asTyped),
  partOf('joinReason', 'What brings you here?', (reason) => (reason ? formatOption(reason) : '')),
  partOf('bio', 'Bio', asTyped),
]

/** Edits a profile that is already set up. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const queries = useQueryClient()
  const save = useMutation(savingProfile)
  const form = useAppForm(Form, {
    defaultValues: formValues(profile),
    draftKey: 'profile',
    merging: {
      parts,
      findSaved: async (error) =>
        error instanceof ShownError && error.code === 'ProfileVersionConflict'
          ? formValues(await queries.fetchQuery({ ...ownProfile, staleTime: 0 }))
          : null,
    },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const missing = listMissingFields(Form, useWatch({ control: form.control }))
  useLoadSaved(form, profile)
  const submit = form.submitWith(async ({ city, ...fields }) => {
    if (!city) return
    form.load(formValues(await save.mutateAsync({ ...fields, cityId: city.id })))
    showSnackbar('Successfully updated your profile')
  })
  return (
    <form noValidate onSubmit={submit} aria-label="Settings" className="grid min-w-0 gap-5">
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <FormProvider {...form}>
        <ProfileFields email={profile.email} cityKey={String(form.loadCount)} />
      </FormProvider>
      <TextArea
        label="Bio"
        isOptional
        limit={maxBioLength}
        hint="Two sentences help people say hello."
        error={errors.bio?.message}
        {...form.register('bio')}
      />
      <FormMergeNotice form={form} />
      <FormFailure failure={form.failure} />
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="primary" disabled={missing.length > 0 || !isDirty} isPending={isSubmitting} pendingLabel="Saving">
          Save Changes
        </Button>
        <MissingFields names={missing} />
      </div>
    </form>
  )
}

export function MissingFields({ names }: { names: string[] }) {
  if (names.length === 0) return null
  return <p className="text-small text-soft">Still needed: {new Intl.ListFormat('en-US').format(names)}.</p>
}

type ProfileAppForm = Pick<ReturnType<typeof useAppForm<ProfileValues, v.InferOutput<typeof Form>>>, 'load' | 'getValues'>

const isSame = (a: ProfileValues, b: ProfileValues) =>
  (Object.keys(a) as (keyof ProfileValues)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))

/**
 * Loads a newer profile when it arrives, because the form may have started with an offline copy or before a change in another tab.
 * A form that the user has edited merges the newer profile when it is saved.
 */
function useLoadSaved({ load, getValues }: ProfileAppForm, profile: OwnProfile) {
  const baseline = useRef(formValues(profile))
  const loadIfUntouched = useEffectEvent((saved: ProfileValues) => {
    if (isSame(saved, baseline.current)) return
    const isUntouched = isSame(getValues(), baseline.current)
    baseline.current = saved
    if (isUntouched) load(saved)
  })
  useEffect(() => loadIfUntouched(formValues(profile)), [profile])
}
