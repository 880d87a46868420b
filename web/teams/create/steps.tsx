import type { ComponentProps } from 'react'
import { activities, activitiesByName } from '../../../domain/activities.ts'
import { suggestTopics } from '../../../domain/team-topics/suggestions.ts'
import { maxTeamDescriptionLength, maxTeamNameLength } from '../../../domain/teams/contract.ts'
import { useOwnActivities, withOwnFirst } from '../../profiles/use-own-activities.ts'
import { TopicsField } from '../../team-topics/topics-field.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { JoinModeField } from '../join-mode-field.tsx'
import { type DraftValues, findLimitErrors } from './draft-values.ts'

export type StepProps = { values: DraftValues; change: (changes: Partial<DraftValues>) => void }

const other = activities.filter(({ id }) => id === 'other')
const others = activitiesByName()

export function ActivityStep({ values, change }: StepProps) {
  const own = useOwnActivities()
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-x-2 gap-y-2.5">
      <legend className="sr-only">Activity</legend>
      {[...other, ...withOwnFirst(others, own)].map(({ id, label }) => (
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
        limit={maxTeamNameLength}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
        error={errors.name ?? nameError ?? undefined}
      />
      <TextArea
        label="Description"
        isOptional
        value={values.description}
        limit={maxTeamDescriptionLength}
        hint="Who you are, how well you play, and what a newcomer should know."
        onChange={({ target }) => change({ description: target.value })}
        error={errors.description}
      />
    </div>
  )
}

export const AccessStep = ({ values, change }: StepProps) => (
  <JoinModeField value={values.joinMode} onChange={(joinMode) => change({ joinMode })} />
)

type TopicsStepProps = StepProps & Pick<ComponentProps<typeof TopicsField>, 'ownTopic'>

export function TopicsStep({ values, change, ownTopic }: TopicsStepProps) {
  return (
    <TopicsField
      topics={values.topics}
      suggestions={suggestTopics(values.activity)}
      ownTopic={ownTopic}
      onChange={(topics) => change({ topics })}
    />
  )
}
