import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { maxCapacity, maxSlots } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stepper } from '../../ui/stepper.tsx'

/** Named seats, each with as many as fit. Who joins picks one. */
export function SlotsField() {
  const { control, register, getValues, trigger, formState } = useFormContext<FormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'slots', keyName: 'key' })
  // A slot that was just added is not wrong yet, and words that come up on leaving it would push the next button away.
  const errors = formState.submitCount > 0 ? formState.errors.slots : undefined
  const whole = errors?.message ?? errors?.root?.message
  // What is said of all of them goes once one has changed.
  const judge = () => {
    if (whole) void trigger('slots')
  }
  const add = () => {
    const [first] = getValues('slots')
    // The first one has the seats there were; the next are like it.
    append({ id: crypto.randomUUID(), name: '', capacity: first?.capacity ?? getValues('capacity') })
  }
  return (
    <>
      <p className="text-small text-soft">
        Split the seats into named groups, like goalkeepers, court 1 or the 6 PM round. Players choose one when they join.
      </p>
      {fields.length > 0 && (
        <ol aria-label="Slots" className="grid gap-3">
          {fields.map((slot, index) => {
            const number = `slot ${index + 1}`
            return (
              <li
                key={slot.key}
                className="grid gap-x-3 gap-y-2 rounded-card border border-line bg-card p-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-start"
              >
                <TextField
                  label={`Name of ${number}`}
                  isLabelHidden
                  placeholder="Goalkeeper, Court 1, 6 PM round"
                  autoComplete="off"
                  error={errors?.[index]?.name?.message}
                  {...register(`slots.${index}.name`, { onChange: judge })}
                />
                <Controller
                  control={control}
                  name={`slots.${index}.capacity`}
                  render={({ field: { value, onChange, onBlur } }) => (
                    <Stepper
                      label={`Seats of ${number}`}
                      isLabelHidden
                      value={value}
                      onChange={(seats) => {
                        onChange(seats)
                        judge()
                      }}
                      onBlur={onBlur}
                      least={1}
                      most={maxCapacity}
                      error={errors?.[index]?.capacity?.message}
                    />
                  )}
                />
                <div className="flex max-sm:justify-end">
                  <IconButton label={`Move ${number} up`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                    <ArrowUp size={18} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={`Move ${number} down`} disabled={index === fields.length - 1} onClick={() => move(index, index + 1)}>
                    <ArrowDown size={18} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={`Remove ${number}`} onClick={() => remove(index)} className="text-soft">
                    <Trash2 size={18} aria-hidden="true" />
                  </IconButton>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {whole && <FieldError>{whole}</FieldError>}
      {fields.length < maxSlots && (
        <Button size="small" onClick={add} className="justify-self-start">
          <Plus size={16} aria-hidden="true" /> Add a slot
        </Button>
      )}
    </>
  )
}
