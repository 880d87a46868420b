import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { bioLongest, type OwnProfile } from '../../domain/profiles/contract.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { listMissing, ProfileFields, type ProfileInput, profileDefaults, profileFields } from './profile-fields.tsx'
import { ownProfile, savingProfile } from './queries.ts'

const Form = v.object(profileFields)

/** Changes a profile that is there. */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const save = useMutation(savingProfile)
  const form = useAppForm(Form, { defaultValues: profileDefaults(profile), draftKey: 'profile' })
  const { errors, isSubmitting, isDirty } = form.formState
  const missing = listMissing(Form, useWatch({ control: form.control }))
  const conflict = useConflict(form, profile)
  const send = form.submitWith(async ({ city, ...fields }) => {
    if (!city) return
    await save.mutateAsync({ ...fields, cityId: city.id, version: conflict.version })
    showSnackbar('Successfully updated your profile')
  })
  return (
    <form noValidate onSubmit={send} aria-label="Settings" className="grid max-w-xl gap-5">
      <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
      <FormProvider {...form}>
        <ProfileFields email={profile.email} cityKey={`${form.isRestored} ${conflict.loads}`} />
      </FormProvider>
      <TextArea
        label="Bio"
        isOptional
        limit={bioLongest}
        hint="Two sentences help people say hello."
        error={errors.bio?.message}
        {...form.register('bio')}
      />
      {conflict.isOpen && <ConflictNotice onTakeTheirs={conflict.takeTheirs} onKeepMine={conflict.keepMine} />}
      <FormFailure failure={conflict.failure} />
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

type ProfileAppForm = Pick<ReturnType<typeof useAppForm<ProfileInput, v.InferOutput<typeof Form>>>, 'failure' | 'reset'>

/** Another tab or device saved first. Nothing typed here is lost: the person chooses. */
function useConflict({ failure, reset }: ProfileAppForm, profile: OwnProfile) {
  const queries = useQueryClient()
  const [version, setVersion] = useState(profile.version)
  const [loads, setLoads] = useState(0)
  const [settled, setSettled] = useState<ProfileAppForm['failure']>(null)
  const isThere = failure?.error instanceof ApiError && failure.error.code === 'Conflict'
  const settle = async () => {
    const saved = await queries.fetchQuery({ ...ownProfile, staleTime: 0 })
    setVersion(saved.version)
    setSettled(failure)
    return saved
  }
  return {
    // A save that went through has the newest version in the query already.
    version: Math.max(version, profile.version),
    isOpen: isThere && failure !== settled,
    failure: isThere ? null : failure,
    loads,
    takeTheirs: async () => {
      reset(profileDefaults(await settle()))
      setLoads((count) => count + 1)
    },
    keepMine: async () => void (await settle()),
  }
}

function ConflictNotice({ onTakeTheirs, onKeepMine }: { onTakeTheirs: () => Promise<void>; onKeepMine: () => Promise<void> }) {
  return (
    <div role="alert" className="grid gap-3 rounded-card border border-line bg-wash p-4">
      <p>You changed your profile somewhere else meanwhile. What you typed here is still here.</p>
      <div className="flex flex-wrap gap-2.5">
        <Button size="small" onClick={() => void onKeepMine()}>
          Keep what I typed
        </Button>
        <Button size="small" variant="quiet" onClick={() => void onTakeTheirs()}>
          Load what was saved
        </Button>
      </div>
    </div>
  )
}
