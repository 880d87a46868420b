import type { ActivityId } from '../../../domain/activities.ts'
import { activities, activitiesByName } from '../../../domain/activities.ts'
import { findActivitiesNamed } from '../../../domain/activity-names.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { activityLabel } from '../format-event.ts'
import { findActivityId } from './format-event-form.ts'

type ActivityChoiceProps = {
  value: ActivityId
  onChange: (activity: ActivityId) => void
  /** The activities that the person plays. They are listed first. */
  ownActivities: readonly ActivityId[]
}

const sortedActivities = [...activitiesByName(), ...activities.filter(({ id }) => id === 'other')]

const findOptions = (typed: string) => findActivitiesNamed(typed, sortedActivities).map(({ id, label }) => ({ value: id, label }))

/** Shows the person's own activities as chips, and all others in a searchable list. */
export function ActivityChoice({ value, onChange, ownActivities }: ActivityChoiceProps) {
  const chips = ownActivities.includes(value) ? ownActivities : [value, ...ownActivities]
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-2.5">
      <legend className="sr-only">Activity</legend>
      {chips.map((activity) => (
        <ToggleChip key={activity} isOn={activity === value} onToggle={() => onChange(activity)}>
          {activityLabel(activity)}
        </ToggleChip>
      ))}
      <SearchSelect
        label="Another activity"
        look="pill"
        value={value}
        valueText="Another"
        getOptions={findOptions}
        onChange={(picked) => {
          const activity = findActivityId(picked)
          if (activity) onChange(activity)
        }}
        placeholder="Search activities"
        emptyText="No activity with this name. You can choose Other."
      />
    </fieldset>
  )
}
