import { Search } from 'lucide-react'
import { useState } from 'react'
import { type Activity, type ActivityId, activitiesByName, findActivity } from '../../domain/activities.ts'
import { findActivitiesNamed } from '../../domain/activity-names.ts'
import { ComboBox } from '../ui/combo-box.tsx'
import { CourtArt } from '../ui/court-art.tsx'

/** All activities sorted by name, with "Other" at the end. */
const selectableActivities = [...activitiesByName(), ...[findActivity('other')].filter((activity) => activity !== undefined)]

function findActivities(text: string, excludedIds: ReadonlySet<string>): Activity[] {
  // The field is empty after each pick. A list of all activities would open over the row that was just added.
  if (text.trim() === '') return []
  return findActivitiesNamed(
    text,
    selectableActivities.filter(({ id }) => !excludedIds.has(id)),
  )
}

type ActivityFieldProps = {
  label: string
  excludedIds: ReadonlySet<string>
  onAdd: (activity: ActivityId) => void
  error?: string | undefined
}

/** Adds activities. After each pick the field is empty again for the next one. */
export function ActivityField({ label, excludedIds, onAdd, error }: ActivityFieldProps) {
  const [text, setText] = useState('')
  return (
    <ComboBox
      label={label}
      placeholder="Pickleball, chess, running"
      icon={Search}
      items={findActivities(text, excludedIds)}
      getKey={({ id }) => id}
      getText={(activity) => activity.label}
      renderItem={(activity) => (
        <>
          <CourtArt activity={activity.id} seed={activity.id} className="h-7 w-10 flex-none overflow-hidden rounded-[6px]" />
          {activity.label}
        </>
      )}
      inputValue={text}
      onInputChange={setText}
      onPick={(activity) => {
        if (!activity) return
        setText('')
        onAdd(activity.id)
      }}
      emptyText="No other activity has this name. You can choose Other."
      error={error}
    />
  )
}
