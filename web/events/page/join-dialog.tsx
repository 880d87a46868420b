import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useEffect } from 'react'
import * as v from 'valibot'
import type { EventDetail, MyPart } from '../../../domain/events/contract.ts'
import { openIn } from '../../../domain/events/standing.ts'
import { properName } from '../../../domain/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import type { DialogProps } from '../dialogs.tsx'
import { nameList } from '../event-words.ts'
import { changingPart, joining } from '../queries.ts'
import { SlotChoice } from './slot-choice.tsx'

const maxAnswerLength = 500

const formOf = ({ live, questions }: EventDetail, isChange: boolean) =>
  v.object({
    slotId: v.pipe(
      v.string(),
      v.check((slotId) => live.slots.length === 0 || live.slots.some(({ id }) => id === slotId), 'Choose a slot.'),
    ),
    guests: v.array(properName('A guest’s name', 1, 40)),
    answers: v.object(
      Object.fromEntries(
        (isChange ? [] : questions).map(({ id, isRequired }) => [
          id,
          v.pipe(
            v.string(),
            v.trim(),
            v.check((answer) => !isRequired || answer !== '', 'Please answer this.'),
            v.maxLength(maxAnswerLength, 'This is too long.'),
          ),
        ]),
      ),
    ),
  })

type Values = { slotId: string; guests: string[]; answers: Record<string, string> }

function startOf({ live, questions }: EventDetail, name: DialogProps['name']): Values {
  const { mine, slots } = live
  if (name === 'part' && mine) return { slotId: mine.slotId ?? '', guests: [...mine.guests], answers: {} }
  const free = slots.filter((slot) => openIn(slot) > 0)
  return {
    slotId: slots.length === 1 ? (slots[0]?.id ?? '') : free.length === 1 ? (free[0]?.id ?? '') : '',
    guests: name === 'bring' ? [''] : [],
    answers: Object.fromEntries(questions.map(({ id }) => [id, ''])),
  }
}

/** The seats that are free for this party, and whether others wait for them. */
function roomFor({ live }: EventDetail, slotId: string, mine: MyPart | null): number {
  const slot = live.slots.find(({ id }) => id === slotId)
  if (live.slots.length > 0 && !slot) return Number.POSITIVE_INFINITY
  if (!mine) return openIn(slot ?? live)
  const own = mine.state === 'going' && (mine.slotId ?? '') === slotId ? mine.seats : 0
  return (slot ?? live).capacity - (slot ?? live).taken + own
}

/** Everything that has to be said before one joins, or to change it afterwards: which slot, who else, what the hosts ask. */
export default function JoinDialog({ event, name, onClose }: DialogProps) {
  const isChange = name === 'part'
  const { id, live, questions, maxGuests, blockedPeople, needsApproval, isHost } = event
  const join = useMutation(joining(id))
  const change = useMutation(changingPart(id))
  const form = useAppForm<Values, Values>(formOf(event, isChange), {
    defaultValues: startOf(event, name),
    draftKey: `${isChange ? 'part' : 'join'}:${id}`,
  })
  const { errors, isSubmitting } = form.formState
  const [slotId = '', guests = []] = form.watch(['slotId', 'guests'])
  const seats = 1 + guests.length
  const room = roomFor(event, slotId, isChange ? live.mine : null)
  const asks = needsApproval && !isHost
  const orWait = !isChange && !asks && seats > room
  const label = isChange ? 'Save' : asks ? 'Ask to join' : orWait ? 'Join the waitlist' : 'Join'

  // A guest was asked for, and the draft had none.
  useEffect(() => {
    if (name === 'bring' && form.getValues('guests').length === 0) form.setValue('guests', [''])
  }, [name, form.getValues, form.setValue])

  const send = form.submitWith(async (values) => {
    const party = { slotId: values.slotId === '' ? null : values.slotId, guests: values.guests }
    if (isChange) {
      await change.mutateAsync(party)
      showSnackbar('Saved.')
    } else {
      await join.mutateAsync({ ...party, answers: values.answers, orWait })
    }
    onClose()
  })
  const setGuests = (next: string[]) => form.setValue('guests', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  return (
    <Dialog
      title={isChange ? 'Change my seat' : asks ? 'Ask to join' : 'Join'}
      isOpen
      onClose={onClose}
      width={520}
      isDismissable={!isSubmitting}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form="join-form" variant="go" isPending={isSubmitting}>
            {label}
          </Button>
        </>
      }
    >
      <form id="join-form" noValidate onSubmit={send} className="grid gap-6 pt-1">
        <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
        {!isChange && blockedPeople.length > 0 && (
          <div role="note" className="grid gap-0.5 border-l-2 border-warn pl-4">
            <p className="font-strong">Someone you blocked is coming</p>
            <p className="text-small text-soft wrap-anywhere">
              {nameList(blockedPeople.map((person) => person.name))}. Only you can see this. They are not notified.
            </p>
          </div>
        )}
        {live.slots.length > 0 && (
          <SlotChoice
            slots={live.slots}
            value={slotId}
            onChange={(next) => form.setValue('slotId', next, { shouldDirty: true, shouldValidate: true })}
            error={errors.slotId?.message}
          />
        )}
        {!isChange &&
          questions.map((question) => (
            <TextField
              key={question.id}
              label={question.text}
              isOptional={!question.isRequired}
              error={errors.answers?.[question.id]?.message}
              {...form.register(`answers.${question.id}`)}
            />
          ))}
        {(maxGuests > 0 || guests.length > 0) && (
          <fieldset className="grid gap-3">
            <legend className="mb-2 text-small font-strong">Guests</legend>
            {guests.map((_, index) => (
              <div key={guestKey(index)} className="flex items-start gap-1">
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
            <p className="text-small text-soft">Each guest takes a seat. Your group stays together, also on the waitlist.</p>
          </fieldset>
        )}
        {orWait && (
          <p role="status" className="text-small text-warn">
            {room > 0
              ? `Only ${room === 1 ? '1 seat is' : `${room} seats are`} left for your group of ${seats}. You can wait together until there is room for all of you.`
              : 'There are no free seats right now. You can join the waitlist.'}
          </p>
        )}
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

/** Guests are known by where they stand in the party. */
const guestKey = (index: number) => `guest-${index}`
