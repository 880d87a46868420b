import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { maxCapacity, maxSlots } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stepper } from '../../ui/stepper.tsx'

/** Slots with a name and a number of seats. Players choose one when they join. */
export function SlotsField() {
  const { control, register, getValues, trigger, formState } = useFormContext<FormValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'slots', keyName: 'key' })
  // A slot that was just added is still empty. An error message on blur would also move the button that the host is about to press.
  const errors = formState.submitCount > 0 ? formState.errors.slots : undefined
  const listError = errors?.message ?? errors?.root?.message
  // An error about the whole list may be fixed by a change to one slot.
  const validateList = () => {
    if (listError) void trigger('slots')
  }
  const addSlot = () => {
    const [first] = getValues('slots')
    // The first slot gets all seats of the game; each further slot gets as many as the first one.
    append({ id: crypto.randomUUID(), name: '', capacity: first?.capacity ?? getValues('capacity') })
  }
  return (
    <>
      <p className="text-small text-soft">
        Divide the seats into named slots, for example goalkeepers, court 1 or the 6 PM round. Players choose one when they join.
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
                  {...register(`slots.${index}.name`, { onChange: validateList })}
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
                        validateList()
                      }}
                      onBlur={onBlur}
                      min={1}
                      max={maxCapacity}
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
      {listError && <FieldError>{listError}</FieldError>}
      {fields.length < maxSlots && (
        <Button size="small" onClick={addSlot} className="justify-self-start">
          <Plus size={16} aria-hidden="true" /> Add a slot
        </Button>
      )}
    </>
  )
}
