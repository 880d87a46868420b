import { useId, useState } from 'react'
import { type Activity, activitiesByName } from '../../domain/activities.ts'
import { findActivitiesNamed } from '../../domain/activity-names.ts'
import { useOwnActivities, withOwnFirst } from '../profiles/use-own-activities.ts'
import { Button } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { FieldError } from '../ui/field.tsx'
import { FilterField } from '../ui/filter-field.tsx'

type Label = Activity['label']
type ActivitiesFieldProps = { value: readonly Label[]; onChange: (labels: Label[]) => void; error?: string | undefined }

const allActivities = activitiesByName()
/** How many activities the field shows before "Show all" is pressed: a few rows. */
const initialCount = 14

/** Selects any number of activities. Selected activities always stay visible. */
export function ActivitiesField({ value, onChange, error }: ActivitiesFieldProps) {
  const id = useId()
  const [searchText, setSearchText] = useState('')
  const [isExpanded, setExpanded] = useState(false)
  const own = useOwnActivities()
  const selected = new Set(value)
  const search = searchText.trim()
  const shownActivities =
    search === ''
      ? withOwnFirst(allActivities, own).filter(({ label }, index) => isExpanded || index < initialCount || selected.has(label))
      : findActivitiesNamed(search, allActivities)
  const toggle = (label: Label) => {
    const next = new Set(value)
    if (!next.delete(label)) next.add(label)
    // We keep the order of the list, so that the same selection always reads the same.
    onChange(allActivities.flatMap((activity) => (next.has(activity.label) ? [activity.label] : [])))
  }
  return (
    <fieldset className="grid min-w-0 gap-2.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-small font-strong">
        Activities
        <span className="font-normal text-soft" role="status">
          {value.length === 0 ? '' : `${value.length} selected`}
        </span>
      </legend>
      <FilterField
        label="Search activities"
        placeholder="Search activities"
        value={searchText}
        onChange={setSearchText}
        onEnter={() => {
          const [first] = shownActivities
          if (search === '' || !first) return
          toggle(first.label)
          setSearchText('')
        }}
        isInvalid={Boolean(error)}
      />
      <div className="flex flex-wrap gap-x-2 gap-y-2.5">
        {shownActivities.map(({ id: activity, label }) => (
          <ToggleChip key={activity} isOn={selected.has(label)} onToggle={() => toggle(label)}>
            {label}
          </ToggleChip>
        ))}
        {search === '' && !isExpanded && (
          <Button variant="quiet" size="small" onClick={() => setExpanded(true)} className="-my-0.5">
            Show all {allActivities.length}
          </Button>
        )}
      </div>
      {search !== '' && shownActivities.length === 0 && <p className="text-soft">No activities match your search.</p>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
