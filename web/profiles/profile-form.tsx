import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { maxBioLength, type OwnProfile } from '../../domain/profiles/contract.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { Button } from '../ui/button.tsx'
import { ChangedElsewhere, ConflictNotice } from '../ui/changed-elsewhere.tsx'
import { TextArea } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { listMissing, ProfileFields, profileDefaults, profileFields } from './profile-fields.tsx'
import { ownProfile, savingProfile } from './queries.ts'

/** The version goes with what is typed, also in a draft: it says which state the words were written over. */
const Form = v.object({ ...profileFields, version: v.number() })

const formValues = (profile: OwnProfile) => ({ ...profileDefaults(profile), version: profile.version })

/** Changes a profile that is there. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const queries = useQueryClient()
  const save = useMutation(savingProfile)
  const form = useAppForm(Form, { defaultValues: formValues(profile), draftKey: 'profile' })
  const { errors, isSubmitting, isDirty } = form.formState
  const missing = listMissing(Form, useWatch({ control: form.control }))
  const [loads, setLoads] = useState(0)
  const starts = useFreshStart(form, profile)
  const send = form.submitWith(async ({ city, ...fields }) => {
    if (!city) return
    try {
      form.reset(formValues(await save.mutateAsync({ ...fields, cityId: city.id })))
    } catch (error) {
      if (!(error instanceof ShownError && error.code === 'ProfileVersionConflict')) throw error
      const saved = await queries.fetchQuery({ ...ownProfile, staleTime: 0 })
      throw new ChangedElsewhere(error, saved)
    }
    showSnackbar('Successfully updated your profile')
  })
  return (
    <form noValidate onSubmit={send} aria-label="Settings" className="grid max-w-xl gap-5">
      <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
      <FormProvider {...form}>
        <ProfileFields email={profile.email} cityKey={`${form.isRestored} ${loads} ${starts}`} />
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
        onKeepMine={({ version }) => form.setValue('version', version)}
        onTakeTheirs={(saved) => {
          form.reset(formValues(saved))
          setLoads((count) => count + 1)
        }}
      />
      <FormFailure failure={form.failure} />
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="go" disabled={missing.length > 0 || !isDirty} isPending={isSubmitting} pendingLabel="Saving">
          Save Changes
        </Button>
        <Missing names={missing} />
      </div>
    </form>
  )
}

export function Missing({ names }: { names: string[] }) {
  if (names.length === 0) return null
  return <p className="text-small text-soft">Still needed: {new Intl.ListFormat('en-US').format(names)}.</p>
}

type ProfileValues = v.InferInput<typeof Form>
type ProfileAppForm = Pick<ReturnType<typeof useAppForm<ProfileValues, v.InferOutput<typeof Form>>>, 'reset' | 'getValues'>

const isSame = (a: ProfileValues, b: ProfileValues) =>
  (Object.keys(a) as (keyof ProfileValues)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))

/**
 * What was kept for offline, or changed in another tab since, gives way to what is saved, unless there are words to lose.
 * Answers how often that happened.
 */
function useFreshStart({ reset, getValues }: ProfileAppForm, profile: OwnProfile): number {
  const basis = useRef(formValues(profile))
  const [starts, setStarts] = useState(0)
  useEffect(() => {
    const saved = formValues(profile)
    if (isSame(saved, basis.current)) return
    const isUntouched = isSame(getValues(), basis.current)
    basis.current = saved
    if (!isUntouched) return
    reset(saved)
    setStarts((count) => count + 1)
  }, [profile, reset, getValues])
  return starts
}
