import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { maxBioLength, type OwnProfile } from '../../domain/profiles/contract.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { Button } from '../ui/button.tsx'
import { ConflictNotice, EditConflict } from '../ui/edit-conflict.tsx'
import { TextArea } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { listMissingFields, ProfileFields, profileDefaults, profileFields } from './profile-fields.tsx'
import { ownProfile, savingProfile } from './queries.ts'

/** The form and its draft contain the version of the profile that the user edited, so that the server can detect conflicts. */
const Form = v.object({ ...profileFields, version: v.number() })

const formValues = (profile: OwnProfile) => ({ ...profileDefaults(profile), version: profile.version })

/** Edits a profile that is already set up. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const queries = useQueryClient()
  const save = useMutation(savingProfile)
  const form = useAppForm(Form, { defaultValues: formValues(profile), draftKey: 'profile' })
  const { errors, isSubmitting, isDirty } = form.formState
  const missing = listMissingFields(Form, useWatch({ control: form.control }))
  const [discardCount, setDiscardCount] = useState(0)
  const resetCount = useResetToSaved(form, profile)
  const submit = form.submitWith(async ({ city, ...fields }) => {
    if (!city) return
    try {
      form.reset(formValues(await save.mutateAsync({ ...fields, cityId: city.id })))
    } catch (error) {
      if (!(error instanceof ShownError && error.code === 'ProfileVersionConflict')) throw error
      const saved = await queries.fetchQuery({ ...ownProfile, staleTime: 0 })
      throw new EditConflict(error, saved)
    }
    showSnackbar('Successfully updated your profile')
  })
  return (
    <form noValidate onSubmit={submit} aria-label="Settings" className="grid max-w-xl gap-5">
      <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
      <FormProvider {...form}>
        <ProfileFields email={profile.email} cityKey={`${form.isRestored} ${discardCount} ${resetCount}`} />
      </FormProvider>
      <TextArea
        label="Bio"
        isOptional
        limit={maxBioLength}
        hint="Two sentences help people say hello."
        error={errors.bio?.message}
        {...form.register('bio')}
      />
      <ConflictNotice<OwnProfile>
        failure={form.failure}
        onKeepTyped={({ version }) => form.setValue('version', version)}
        onLoadSaved={(saved) => {
          form.reset(formValues(saved))
          setDiscardCount((count) => count + 1)
        }}
      />
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

type ProfileValues = v.InferInput<typeof Form>
type ProfileAppForm = Pick<ReturnType<typeof useAppForm<ProfileValues, v.InferOutput<typeof Form>>>, 'reset' | 'getValues'>

const isSame = (a: ProfileValues, b: ProfileValues) =>
  (Object.keys(a) as (keyof ProfileValues)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))

/**
 * Resets the form when a newer profile arrives, because it may have started with an offline copy or before a change in another
 * tab. It does not reset a form that the user has edited. Returns how often it has reset the form.
 */
function useResetToSaved({ reset, getValues }: ProfileAppForm, profile: OwnProfile): number {
  const baseline = useRef(formValues(profile))
  const [resetCount, setResetCount] = useState(0)
  useEffect(() => {
    const saved = formValues(profile)
    if (isSame(saved, baseline.current)) return
    const isUntouched = isSame(getValues(), baseline.current)
    baseline.current = saved
    if (!isUntouched) return
    reset(saved)
    setResetCount((count) => count + 1)
  }, [profile, reset, getValues])
  return resetCount
}
