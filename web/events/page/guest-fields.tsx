import { Plus, X } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { JoinValues } from './join-form.ts'

/** Guests have no id, so their position is their key. */
const getGuestKey = (index: number) => `guest-${index}`

/** The names of the people without an account whom the person brings. */
export function GuestFields({ maxGuests }: { maxGuests: number }) {
  const form = useFormContext<JoinValues>()
  const { errors, isSubmitted } = form.formState
  const guests = form.watch('guests')
  const setGuests = (next: string[]) => form.setValue('guests', next, { shouldDirty: true, shouldValidate: isSubmitted })
  if (maxGuests === 0 && guests.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-small font-strong">Guests</legend>
      {guests.map((_, index) => (
        <div key={getGuestKey(index)} className="flex items-start gap-1">
          <TextField
            label={`Guest ${index + 1}`}
            isLabelHidden
            placeholder="Guest’s name"
            autoComplete="off"
            error={errors.guests?.[index]?.message}
            className="flex-1"
            {...form.register(`guests.${index}`)}
          />
          <IconButton label={`Remove guest ${index + 1}`} onClick={() => setGuests(guests.toSpliced(index, 1))}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {guests.length < maxGuests && (
        <Button size="small" onClick={() => setGuests([...guests, ''])} className="justify-self-start">
          <Plus size={16} aria-hidden="true" /> {guests.length === 0 ? 'Bring a guest' : 'Add another guest'}
        </Button>
      )}
      <p className="text-small text-soft">Each guest takes a seat. Your group stays together, even on the waitlist.</p>
    </fieldset>
  )
}
