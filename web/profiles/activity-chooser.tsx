import type { ActivityId } from '../../domain/activities.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { ActivityField } from './activity-field.tsx'
import { ActivityRow, activityLabel } from './activity-row.tsx'

/** The activities most people look for, shown as buttons. */
const popularActivities: readonly ActivityId[] = [
  'pickleball',
  'soccer',
  'basketball',
  'tennis',
  'volleyball',
  'running',
  'chess',
  'board-games',
]

type ActivityChooserProps = { value: PlayedActivity[]; onChange: (value: PlayedActivity[]) => void; error?: string | undefined }

/** A form field for the activities a person plays and their level in each. */
export function ActivityChooser({ value, onChange, error }: ActivityChooserProps) {
  const chosenIds = new Set<string>(value.map(({ activity }) => activity))
  const add = (activity: ActivityId) => onChange([...value, { activity, level: null, isOn: true }])
  const remove = (activity: string) => onChange(value.filter((played) => played.activity !== activity))
  return (
    <div className="grid gap-4">
      <ActivityField label="What do you play?" excludedIds={chosenIds} onAdd={add} error={error} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Popular</legend>
        {popularActivities.map((activity) => (
          <ToggleChip
            key={activity}
            isOn={chosenIds.has(activity)}
            onToggle={() => (chosenIds.has(activity) ? remove(activity) : add(activity))}
          >
            {activityLabel(activity)}
          </ToggleChip>
        ))}
      </fieldset>
      {value.length > 0 && (
        <ul aria-label="What you play" className="border-b border-line">
          {value.map((played) => (
            <ActivityRow
              key={played.activity}
              played={played}
              onLevel={(level) => onChange(value.map((other) => (other === played ? { ...played, level } : other)))}
              onRemove={() => remove(played.activity)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
