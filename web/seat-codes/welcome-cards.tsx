import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canSave } from '../../domain/availability/rules.ts'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import { useAvailabilityDraft } from '../availability/use-availability-draft.ts'
import { useSave } from '../availability/use-save.ts'
import { WeeklyEditor } from '../availability/weekly-editor.tsx'
import { CityField } from '../cities/city-field.tsx'
import { ActivityChooser } from '../profiles/activity-chooser.tsx'
import { removingActivity, savingActivity } from '../profiles/activity-queries.ts'
import { PictureField } from '../profiles/picture-field.tsx'
import { ownProfile, savingProfile } from '../profiles/queries.ts'
import { Button } from '../ui/button.tsx'
import { MergeNotice } from '../ui/merge-notice.tsx'
import { showFailure } from '../ui/show-failure.ts'
import type { CardProps } from './welcome.tsx'

const Next = ({ onDone }: Pick<CardProps, 'onDone'>) => (
  <Button variant="primary" onClick={onDone} className="justify-self-start">
    Next
  </Button>
)

/** The picture is saved at once. */
export const PhotoCard = ({ profile: { id, displayName, displayNameFallback, pictureUrl }, onDone }: CardProps) => (
  <>
    <PictureField
      face={{ id, name: displayName ?? displayNameFallback, pictureUrl }}
      buttonLabel={pictureUrl === null ? 'Choose a photo' : 'Change photo'}
    />
    {pictureUrl !== null && <Next onDone={onDone} />}
  </>
)

/** Also a "Yes" is saved, so that nobody is asked again after their next game. */
export function CityCard({ profile, onDone }: CardProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation(savingProfile)
  const [other, setOther] = useState<City | null>(null)
  const save = ({ id: cityId }: City) => {
    const { displayName, displayNameFallback, fullName, gender, pronoun, joinReason, bio, version } = profile
    const name = displayName ?? displayNameFallback
    mutate(
      { displayName: name, fullName: fullName ?? name, cityId, gender, pronoun, joinReason, bio, version },
      {
        onSuccess: onDone,
        onError: (error) => {
          showFailure(error)
          // Another tab may have saved a newer version.
          void client.invalidateQueries({ queryKey: ownProfile.queryKey })
        },
      },
    )
  }
  const city = other ?? profile.defaultCity
  return (
    <div className="grid max-w-96 gap-4">
      <CityField label="Or choose another city" onPick={setOther} />
      {city && (
        <Button variant="primary" onClick={() => save(city)} isPending={isPending} pendingLabel="Saving" className="justify-self-start">
          {other ? `Save ${cityLabel(other)}` : 'Yes'}
        </Button>
      )}
    </div>
  )
}

/** Each change is saved at once. */
export function ActivitiesCard({ profile: { sportAvailability: saved }, onDone }: CardProps) {
  const { mutate: save } = useMutation(savingActivity)
  const { mutate: remove } = useMutation(removingActivity)
  const change = (next: PlayedActivity[]) => {
    for (const played of next) if (!saved.includes(played)) save(played)
    // A profile has at least one activity.
    if (next.length === 0) return
    for (const played of saved) if (!next.some(({ activity }) => activity === played.activity)) remove(played)
  }
  return (
    <>
      <ActivityChooser value={saved} onChange={change} error={undefined} />
      {saved.some(({ level }) => level !== null) && <Next onDone={onDone} />}
    </>
  )
}

export function HoursCard({ hours, onDone }: CardProps) {
  const draft = useAvailabilityDraft(hours)
  const { values, base, change, conflict, isDirty } = draft
  const { save, isPending } = useSave(draft)
  return (
    <>
      <WeeklyEditor
        week={values.weeklyAvailability}
        onChange={(next) => change((before) => ({ ...before, weeklyAvailability: next(before.weeklyAvailability) }))}
      />
      <MergeNotice conflict={conflict} values={values} onChoose={draft.choose} />
      {isDirty ? (
        <Button
          variant="primary"
          isPending={isPending}
          disabled={!canSave(values)}
          onClick={() => save(values, base)}
          className="justify-self-start"
        >
          Save
        </Button>
      ) : (
        hours.availability !== null && <Next onDone={onDone} />
      )}
    </>
  )
}
