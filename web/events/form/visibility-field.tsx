import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { visibilities } from '../../../domain/events/states.ts'
import { Select } from '../../ui/select.tsx'
import { Choice } from './fold-row.tsx'
import { visibilityLabels } from './host-words.ts'
import { changed } from './when-fields.tsx'

const nobody = 'nobody'

/** For whom it is there, and in whose name. */
export function VisibilityField({ communities }: { communities: readonly { id: string; name: string }[] | null }) {
  const { control, setValue, trigger, formState } = useFormContext<FormValues>()
  const [visibility, teamId] = useWatch({ control, name: ['visibility', 'teamId'] })
  const { errors } = formState
  const isForTeam = visibility === 'team'
  const hasNone = communities !== null && communities.length === 0 && teamId === null
  return (
    <>
      <Choice
        legend="Who can see it"
        name="visibility"
        value={visibility}
        options={visibilities.map((one) => ({
          value: one,
          ...visibilityLabels[one],
          ...(one === 'team' && hasNone ? { isDisabled: true, hint: 'Available once you run a community.' } : {}),
        }))}
        onChange={(next) => {
          setValue('visibility', next, changed)
          const [only, ...others] = communities ?? []
          if (next === 'team' && teamId === null && only && others.length === 0) setValue('teamId', only.id, changed)
          else if (errors.teamId) void trigger('teamId')
        }}
      />
      {!hasNone && (
        <Select
          label="Host as"
          value={teamId ?? (isForTeam ? null : nobody)}
          placeholder="Choose a community"
          options={[...(isForTeam ? [] : [{ value: nobody, label: 'Just you' }]), ...listed(communities, teamId)]}
          onChange={(id) => setValue('teamId', id === nobody ? null : id, changed)}
          error={errors.teamId?.message}
        />
      )}
    </>
  )
}

/** A co-host may see a game of a community that is not theirs to run. */
function listed(communities: readonly { id: string; name: string }[] | null, teamId: string | null) {
  const mine = (communities ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return teamId === null || mine.some(({ value }) => value === teamId) ? mine : [...mine, { value: teamId, label: 'Its community' }]
}
