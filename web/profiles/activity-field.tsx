import { Search } from 'lucide-react'
import { useState } from 'react'
import { type Activity, type ActivityId, activitiesByName, findActivity } from '../../domain/activities.ts'
import { ComboBox } from '../ui/combo-box.tsx'
import { CourtArt } from '../ui/court-art.tsx'

/** By name, and at the end what stands for all the rest. */
const offered = [...activitiesByName(), ...[findActivity('other')].filter((activity) => activity !== undefined)]

function findOffered(typed: string, taken: ReadonlySet<string>): Activity[] {
  const wanted = typed.trim().toLowerCase()
  // Emptied after a pick: a list of everything would open over the row that just came.
  if (wanted === '') return []
  const rank = ({ label }: Activity) => (label.toLowerCase().startsWith(wanted) ? 0 : 1)
  return offered.filter(({ id, label }) => !taken.has(id) && label.toLowerCase().includes(wanted)).sort((a, b) => rank(a) - rank(b))
}

type ActivityFieldProps = { label: string; taken: ReadonlySet<string>; onAdd: (activity: ActivityId) => void; error?: string | undefined }

/** Adds one activity after another: once one is picked, the field is ready for the next. */
export function ActivityField({ label, taken, onAdd, error }: ActivityFieldProps) {
  const [text, setText] = useState('')
  return (
    <ComboBox
      label={label}
      placeholder="Pickleball, chess, running"
      icon={Search}
      items={findOffered(text, taken)}
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
      emptyText="No other activity with this name. You can choose Other."
      error={error}
    />
  )
}
