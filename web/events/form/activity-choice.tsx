import type { ActivityId } from '../../../domain/activities.ts'
import { activities, activitiesByName } from '../../../domain/activities.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { activityLabel } from '../event-words.ts'
import { knownActivity } from './host-words.ts'

type ActivityChoiceProps = {
  value: ActivityId
  onChange: (activity: ActivityId) => void
  /** The person's own, which come first. */
  own: readonly ActivityId[]
}

const all = [...activitiesByName(), ...activities.filter(({ id }) => id === 'other')]

const find = (typed: string) => {
  const wanted = typed.trim().toLowerCase()
  const rank = ({ label }: { label: string }) => (label.toLowerCase().startsWith(wanted) ? 0 : 1)
  return all
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ id, label }) => ({ value: id, label }))
}

/** What one plays oneself is a tap away; all the rest is behind one more. */
export function ActivityChoice({ value, onChange, own }: ActivityChoiceProps) {
  const chips = own.includes(value) ? own : [value, ...own]
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
        getOptions={find}
        onChange={(picked) => {
          const activity = knownActivity(picked)
          if (activity) onChange(activity)
        }}
        placeholder="Search activities"
        emptyText="No activity with this name. You can choose Other."
      />
    </fieldset>
  )
}
