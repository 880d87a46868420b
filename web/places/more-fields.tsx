import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { nameCourts } from '../../domain/places/format-courts.ts'
import { amenities, amenityIds, maxPlaceDescriptionLength, surfaceIds, surfaces } from '../../domain/places/kinds.ts'
import { isAlwaysOpen, makeAlwaysOpenHours } from '../../domain/places/rules.ts'
import { WeeklyEditor } from '../availability/weekly-editor.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { type FormValues, getDefaultHours, type ReadyValues } from './form-values.ts'

const noSurface = 'unsaid'
const surfaceOptions = [
  { value: noSurface, label: 'Unknown' },
  ...surfaceIds.map((id) => ({ value: id as string, label: surfaces[id] as string })),
]

const hoursOptions = [
  { value: 'unknown', label: 'Unknown' },
  { value: 'always', label: 'Always open' },
  { value: 'weekly', label: 'Set the hours' },
] as const

/** The optional details of a place. All of them start as unknown, because the page of a place says only what somebody said. */
export default function MoreFields({ form }: { form: UseFormReturn<FormValues, unknown, ReadyValues> }) {
  const { control, register, formState } = form
  const { errors } = formState
  const textField = (name: 'address' | 'description') => ({ isOptional: true, error: errors[name]?.message, ...register(name) })
  return (
    <div className="grid gap-6 pt-2 pb-5">
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label={nameCourts(useWatch({ control, name: 'activities' }))}
          isOptional
          type="number"
          inputMode="numeric"
          min={1}
          error={errors.courts?.message}
          {...register('courts', { setValueAs: (typed: unknown) => (typed === '' || typed === null ? null : Number(typed)) })}
        />
        <Controller
          control={control}
          name="surface"
          render={({ field: { value, onChange } }) => (
            <Select
              label="Surface"
              options={surfaceOptions}
              value={value || noSurface}
              onChange={(next) => onChange(next === noSurface ? '' : next)}
            />
          )}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <YesNoSelect control={control} name="isIndoor" label="Indoors or outdoors" yes="Indoors" no="Outdoors" />
        <YesNoSelect control={control} name="hasLights" label="Lights" yes="Lights" no="No lights" />
      </div>
      <Controller
        control={control}
        name="fee"
        render={({ field: { value, onChange, onBlur, ref, name } }) => (
          <div className="grid gap-1">
            <TextField
              label="Fee"
              isOptional
              placeholder="$6 per person, free before 5 PM"
              autoComplete="off"
              error={errors.fee?.message}
              name={name}
              ref={ref}
              value={value ?? ''}
              onBlur={onBlur}
              // An empty field, or one with only spaces, says nothing about the fee. Only the checkbox says that it is free.
              onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value)}
            />
            <Checkbox
              label="It is free to play here"
              checked={value === ''}
              onChange={(event) => onChange(event.target.checked ? '' : null)}
            />
          </div>
        )}
      />
      <TextField label="Address" placeholder="1200 Northside Drive" autoComplete="off" {...textField('address')} />
      <Controller
        control={control}
        name="amenities"
        render={({ field: { value, onChange } }) => (
          <fieldset className="flex min-w-0 flex-wrap gap-x-2 gap-y-2.5">
            <legend className="mb-2.5 text-small font-strong">Amenities</legend>
            {amenityIds.map((id) => {
              const isOn = value.includes(id)
              return (
                <ToggleChip
                  key={id}
                  isOn={isOn}
                  // We keep the order of the list, so that the same selection always reads the same.
                  onToggle={() => onChange(amenityIds.filter((amenity) => (amenity === id ? !isOn : value.includes(amenity))))}
                >
                  {amenities[id]}
                </ToggleChip>
              )
            })}
          </fieldset>
        )}
      />
      <Controller
        control={control}
        name="hours"
        render={({ field: { value, onChange } }) => (
          <div className="grid min-w-0 gap-4">
            <Select
              label="Opening hours"
              hint="In the time zone of the place."
              options={hoursOptions}
              value={value === null ? 'unknown' : isAlwaysOpen(value) ? 'always' : 'weekly'}
              onChange={(next) => onChange(next === 'unknown' ? null : next === 'always' ? makeAlwaysOpenHours() : getDefaultHours())}
            />
            {value && !isAlwaysOpen(value) && (
              <WeeklyEditor week={value} unavailableLabel="Closed" onChange={(next) => onChange(next(value))} />
            )}
          </div>
        )}
      />
      <TextArea
        label="Description"
        placeholder="Where to park, which courts are best, what to bring."
        limit={maxPlaceDescriptionLength}
        {...textField('description')}
      />
    </div>
  )
}

type YesNoSelectProps = {
  control: Control<FormValues, unknown, ReadyValues>
  name: 'isIndoor' | 'hasLights'
  label: string
  yes: string
  no: string
}

function YesNoSelect({ control, name, label, yes, no }: YesNoSelectProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Select
          label={label}
          options={[
            { value: 'unknown', label: 'Unknown' },
            { value: 'yes', label: yes },
            { value: 'no', label: no },
          ]}
          value={value === null ? 'unknown' : value ? 'yes' : 'no'}
          onChange={(next) => onChange(next === 'unknown' ? null : next === 'yes')}
        />
      )}
    />
  )
}
