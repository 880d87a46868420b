import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { visibilities } from '../../../domain/events/states.ts'
import { Select } from '../../ui/select.tsx'
import { Choice } from './fold-row.tsx'
import { visibilityLabels } from './format-event-form.ts'
import { changeOptions } from './when-fields.tsx'

const nobody = 'nobody'

/** Who can see the game, and which community hosts it. */
export function VisibilityField({ communities }: { communities: readonly { id: string; name: string }[] | null }) {
  const { control, setValue, trigger, formState } = useFormContext<FormValues>()
  const [visibility, teamId] = useWatch({ control, name: ['visibility', 'teamId'] })
  const { errors } = formState
  const isForTeam = visibility === 'team'
  const hasNoCommunity = communities !== null && communities.length === 0 && teamId === null
  return (
    <>
      <Choice
        legend="Who can see it"
        name="visibility"
        value={visibility}
        options={visibilities.map((option) => ({
          value: option,
          ...visibilityLabels[option],
          ...(option === 'team' && hasNoCommunity ? { isDisabled: true, hint: 'Available once you run a community.' } : {}),
        }))}
        onChange={(next) => {
          setValue('visibility', next, changeOptions)
          const [only, ...others] = communities ?? []
          if (next === 'team' && teamId === null && only && others.length === 0) setValue('teamId', only.id, changeOptions)
          else if (errors.teamId) void trigger('teamId')
        }}
      />
      {!hasNoCommunity && (
        <Select
          label="Host as"
          value={teamId ?? (isForTeam ? null : nobody)}
          placeholder="Choose a community"
          options={[...(isForTeam ? [] : [{ value: nobody, label: 'Just you' }]), ...listOptions(communities, teamId)]}
          onChange={(id) => {
            setValue('teamId', id === nobody ? null : id, changeOptions)
            setValue('formId', null, changeOptions)
          }}
          error={errors.teamId?.message}
        />
      )}
    </>
  )
}

/** Adds the community that hosts the game, even if the viewer is only a co-host and cannot host games for it. */
function listOptions(communities: readonly { id: string; name: string }[] | null, teamId: string | null) {
  const options = (communities ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return teamId === null || options.some(({ value }) => value === teamId)
    ? options
    : [...options, { value: teamId, label: 'The community of this game' }]
}
