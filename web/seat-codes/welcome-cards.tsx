import { useMutation } from '@tanstack/react-query'
import { canSave } from '../../domain/availability/rules.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import { useAvailabilityDraft } from '../availability/use-availability-draft.ts'
import { useSave } from '../availability/use-save.ts'
import { WeeklyEditor } from '../availability/weekly-editor.tsx'
import { ActivityChooser } from '../profiles/activity-chooser.tsx'
import { removingActivity, savingActivity } from '../profiles/activity-queries.ts'
import { PictureField } from '../profiles/picture-field.tsx'
import { Button } from '../ui/button.tsx'
import { MergeNotice } from '../ui/merge-notice.tsx'
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
