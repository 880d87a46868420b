import { activities, activitiesByName } from '../../../domain/activities.ts'
import { suggestTopics } from '../../../domain/team-topics/suggestions.ts'
import { joinModes } from '../../../domain/teams/contract.ts'
import { TopicsField } from '../../team-topics/topics-field.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { type DraftValues, findLimitErrors } from './draft-values.ts'
import { joinModeHints, joinModeNames } from './join-mode-texts.ts'

export type StepProps = { values: DraftValues; change: (changes: Partial<DraftValues>) => void }

const activitiesOtherFirst = [...activities.filter(({ id }) => id === 'other'), ...activitiesByName()]

export function ActivityStep({ values, change }: StepProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-x-2 gap-y-2.5">
      <legend className="sr-only">Activity</legend>
      {activitiesOtherFirst.map(({ id, label }) => (
        <ToggleChip key={id} isOn={values.activity === id} onToggle={() => change({ activity: id })}>
          {label}
        </ToggleChip>
      ))}
    </fieldset>
  )
}

export function NameStep({ values, change, nameError }: StepProps & { nameError: string | null }) {
  const errors = findLimitErrors(values)
  return (
    <div className="grid gap-5">
      <TextField
        label="Name"
        value={values.name}
        limit={60}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
        error={errors.name ?? nameError ?? undefined}
      />
      <TextArea
        label="Description"
        isOptional
        value={values.description}
        limit={2000}
        hint="Who you are, how good you play, and what a newcomer should know."
        onChange={({ target }) => change({ description: target.value })}
        error={errors.description}
      />
    </div>
  )
}

export function AccessStep({ values, change }: StepProps) {
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="sr-only">Who may join</legend>
      {joinModes.map((mode) => (
        <label
          key={mode}
          className="flex min-h-16 cursor-pointer items-start gap-3 rounded-card border border-line bg-card p-4 has-checked:border-court has-checked:bg-court-wash"
        >
          <input
            type="radio"
            name="joinMode"
            checked={values.joinMode === mode}
            onChange={() => change({ joinMode: mode })}
            className="mt-0.75 size-5 flex-none accent-court"
          />
          <span className="grid gap-0.5">
            <span className="font-strong">{joinModeNames[mode]}</span>
            <span className="text-small text-soft">{joinModeHints[mode]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function TopicsStep({ values, change }: StepProps) {
  return <TopicsField topics={values.topics} suggestions={suggestTopics(values.activity)} onChange={(topics) => change({ topics })} />
}
