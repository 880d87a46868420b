import { useId, useState } from 'react'
import { type Activity, activitiesByName } from '../../domain/activities.ts'
import { Button } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { FieldError } from '../ui/field.tsx'
import { FilterField } from '../ui/filter-field.tsx'

type Label = Activity['label']
type ActivitiesFieldProps = { value: readonly Label[]; onChange: (labels: Label[]) => void; error?: string | undefined }

const all = activitiesByName()
/** What is shown before one asks for all of them: a few rows. */
const shownAtFirst = 14

/** Any number of activities, by name. Those chosen stay in sight. */
export function ActivitiesField({ value, onChange, error }: ActivitiesFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isWhole, setWhole] = useState(false)
  const chosen = new Set(value)
  const wanted = typed.trim().toLowerCase()
  const shown =
    wanted === ''
      ? all.filter(({ label }, index) => isWhole || index < shownAtFirst || chosen.has(label))
      : all.filter(
          ({ label }) =>
            label
              .toLowerCase()
              .split(' ')
              .some((word) => word.startsWith(wanted)) || label.toLowerCase().startsWith(wanted),
        )
  const toggle = (label: Label) => {
    const next = new Set(value)
    if (!next.delete(label)) next.add(label)
    // In the order of the list, so that the same choice always reads the same.
    onChange(all.flatMap((activity) => (next.has(activity.label) ? [activity.label] : [])))
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
        value={typed}
        onChange={setTyped}
        onEnter={() => {
          const [first] = shown
          if (wanted === '' || !first) return
          toggle(first.label)
          setTyped('')
        }}
        isInvalid={Boolean(error)}
      />
      <div className="flex flex-wrap gap-x-2 gap-y-2.5">
        {shown.map(({ id: activity, label }) => (
          <ToggleChip key={activity} isOn={chosen.has(label)} onToggle={() => toggle(label)}>
            {label}
          </ToggleChip>
        ))}
        {wanted === '' && !isWhole && (
          <Button variant="quiet" size="small" onClick={() => setWhole(true)} className="-my-0.5">
            Show all {all.length}
          </Button>
        )}
      </div>
      {wanted !== '' && shown.length === 0 && <p className="text-soft">No activity with this name.</p>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
