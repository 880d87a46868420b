import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { activities, activitiesByName, findActivity } from '../../../domain/activities.ts'
import { cityLabel } from '../../../domain/cities/rules.ts'
import { maxTeamDescriptionLength, maxTeamNameLength, TeamEdit, type TeamForm } from '../../../domain/teams/contract.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { ApiError } from '../../api.ts'
import { CityField } from '../../cities/city-field.tsx'
import { Button } from '../../ui/button.tsx'
import { fieldPartOf } from '../../ui/edit-conflict.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { FormMergeNotice } from '../../ui/form-merge-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { joinModeNames } from '../create/join-mode-texts.ts'
import { JoinModeField } from '../join-mode-field.tsx'
import { ColorField, PhotoButtons } from '../look-fields.tsx'
import { TeamCover } from '../team-head.tsx'
import { changingTeam, settingTeamPhoto, teamForm } from './manage-queries.ts'
import { WhoMay } from './who-may.tsx'

const activityOptions = [...activities.filter(({ id }) => id === 'other'), ...activitiesByName()].map(({ id, label }) => ({
  value: id,
  label,
}))

const part = fieldPartOf<TeamEdit>()
const parts = [
  part('name', 'Name', String),
  part('description', 'Description', String),
  part('activity', 'Activity', (activity) => (activity ? (findActivity(activity)?.label ?? activity) : 'Several')),
  part('city', 'City', (city) => (city ? cityLabel(city) : 'None')),
  part('mainColor', 'Main color', (color) => color ?? 'None'),
  part('secondColor', 'Second color', (color) => color ?? 'None'),
  part('joinMode', 'Who may join', (mode) => joinModeNames[mode]),
]

const toEdit = ({ photoUrl: _, ...values }: TeamForm): TeamEdit => values

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

/** Everything of a community that is saved with one button. Only the photo is saved at once. */
export function EditTeamForm({ id, form: loaded }: { id: string; form: TeamForm }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  // The values that the form starts from stay the same, even if they are loaded again while it is open.
  const [start] = useState(() => toEdit(loaded))
  const [photoUrl, setPhotoUrl] = useState(loaded.photoUrl)
  const form = useAppForm(TeamEdit, {
    defaultValues: start,
    draftKey: `team:${id}`,
    merging: {
      parts,
      findSaved: async (error) => (isCode(error, 'TeamVersionConflict') ? toEdit(await queries.fetchQuery(teamForm(id))) : null),
    },
  })
  const save = useMutation(changingTeam(id))
  const setPhoto = useMutation(settingTeamPhoto(id))
  const isSaved = useRef(false)
  const { control, register, formState } = form
  const { errors, isSubmitting } = formState
  const { activity, mainColor, secondColor } = form.watch()
  const send = form.submitWith(async ({ city, ...values }) => {
    await save.mutateAsync({ ...values, cityId: city?.id ?? null })
    isSaved.current = true
  })
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    isSaved.current = false
    await send()
    if (!isSaved.current) return
    showSnackbar('Your changes are saved.')
    void navigate(teamPath(id))
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <header className="grid gap-1 pb-2">
        <Link
          to={teamPath(id)}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-small font-strong text-court hover:underline"
        >
          <ChevronLeft size={17} aria-hidden="true" />
          Back to the community
        </Link>
        <h1 className="wrap-anywhere">Edit {loaded.name}</h1>
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      </header>
      <Section title="Name and description" intro="People find your community by its name and city.">
        <TextField {...register('name')} label="Name" autoComplete="off" limit={maxTeamNameLength} error={errors.name?.message} />
        <TextArea
          {...register('description')}
          label="Description"
          isOptional
          limit={maxTeamDescriptionLength}
          hint="Who you are, how well you play, and what a newcomer should know."
          error={errors.description?.message}
        />
        <Controller
          control={control}
          name="activity"
          render={({ field }) => (
            <Select
              label="Activity"
              placeholder="Several activities"
              options={activityOptions}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
        <Controller
          control={control}
          name="city"
          render={({ field }) => <CityField key={form.loadCount} label="City" picked={field.value} onPick={field.onChange} />}
        />
      </Section>
      <Section title="Photo and colors" intro="A photo is saved at once. Without one, we show the court in your colors.">
        <div className="overflow-hidden">
          <TeamCover team={{ id, activity, photoURL: photoUrl, mainColor, secondColor }} />
        </div>
        <PhotoButtons photoUrl={photoUrl} onPhoto={setPhotoUrl} save={setPhoto.mutateAsync} />
        <Controller
          control={control}
          name="mainColor"
          render={({ field }) => <ColorField label="Main color" value={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={control}
          name="secondColor"
          render={({ field }) => <ColorField label="Second color" value={field.value} onChange={field.onChange} />}
        />
      </Section>
      <Section title="Who may join?">
        <Controller
          control={control}
          name="joinMode"
          render={({ field }) => <JoinModeField value={field.value} onChange={field.onChange} />}
        />
        <FormMergeNotice form={form} className="mt-2" />
        <FormFailure failure={form.failure} />
        {isCode(form.failure?.error, 'NotAllowed') && <WhoMay teamId={id} capability="team.edit" action="edit this community" />}
        <Button type="submit" variant="primary" className="mt-2 justify-self-start" isPending={isSubmitting} pendingLabel="Saving">
          Save changes
        </Button>
      </Section>
    </form>
  )
}
