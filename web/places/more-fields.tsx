import type { UseFormReturn } from 'react-hook-form'
import { Controller, useWatch } from 'react-hook-form'
import { nameCourts } from '../../domain/places/format-courts.ts'
import { amenities, amenityIds, maxPlaceDescriptionLength, surfaceIds, surfaces } from '../../domain/places/kinds.ts'
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

/** The optional details of a place. */
export default function MoreFields({ form }: { form: UseFormReturn<FormValues, unknown, ReadyValues> }) {
  const { control, register, formState } = form
  const { errors } = formState
  const textField = (name: 'fee' | 'address' | 'description') => ({ isOptional: true, error: errors[name]?.message, ...register(name) })
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
      <div className="grid grid-cols-2 gap-4">
        <Checkbox label="Indoors" {...register('isIndoor')} />
        <Checkbox label="Lights" {...register('hasLights')} />
      </div>
      <TextField label="Fee" placeholder="Free" hint="For example: $6 per person, free before 5 PM." {...textField('fee')} />
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
          <fieldset className="grid min-w-0 gap-2">
            <legend className="sr-only">Opening hours</legend>
            <Checkbox
              label="Add opening hours"
              hint="Use the time zone of the place."
              checked={value !== null}
              onChange={(event) => onChange(event.target.checked ? getDefaultHours() : null)}
            />
            {value && <WeeklyEditor week={value} unavailableLabel="Closed" onChange={(next) => onChange(next(value))} />}
          </fieldset>
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
