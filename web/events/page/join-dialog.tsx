import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import * as v from 'valibot'
import type { EventDetail, MyJoiner } from '../../../domain/events/contract.ts'
import { countTierSeats } from '../../../domain/events/seat-price.ts'
import { countOpenSeatsIn } from '../../../domain/events/viewer-state.ts'
import { properName } from '../../../domain/texts.ts'
import { minute } from '../../../domain/time/spans.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { useNow } from '../../ui/use-now.ts'
import type { DialogProps } from '../dialogs.tsx'
import { formatNames } from '../format-event.ts'
import { changingJoiner, joining } from '../queries.ts'
import { type ChoiceValues, choiceDefaults, choiceFields, JoinChoice } from './join-choice.tsx'
import { OverlapNote } from './overlap-note.tsx'

const SeatsTotal = lazy(() => import('./seats-total.tsx'))

/** Hosts do not pay, and nobody changes their ticket. */
const listTiers = ({ price, isHost }: EventDetail, isChange: boolean) => (isChange || isHost ? [] : (price?.tiers ?? []))

const createFormSchema = (event: EventDetail, isChange: boolean) =>
  v.object({
    ...choiceFields({ live: event.live, tiers: listTiers(event, isChange), questions: isChange ? [] : event.questions }),
    guests: v.array(properName('A guest’s name', 1, 40)),
  })

type Values = ChoiceValues & { guests: string[] }

function getDefaultValues(event: EventDetail, name: DialogProps['name']): Values {
  const { mine } = event.live
  if (name === 'changeSeat' && mine) return { slotId: mine.slotId ?? '', tierId: '', guests: [...mine.guests], answers: {} }
  return { ...choiceDefaults(event), guests: name === 'bring' ? [''] : [] }
}

/** How many seats the viewer and their guests can have in this slot. When changing a seat, the viewer's own seats count as free. */
function countSeatsFor({ live }: EventDetail, slotId: string, mine: MyJoiner | null): number {
  const slot = live.slots.find(({ id }) => id === slotId)
  if (live.slots.length > 0 && !slot) return Number.POSITIVE_INFINITY
  if (!mine) return countOpenSeatsIn(slot ?? live)
  const ownSeats = mine.state === 'going' && (mine.slotId ?? '') === slotId ? mine.seats : 0
  return (slot ?? live).capacity - (slot ?? live).taken + ownSeats
}

/** The form to join a game, or to change one's seat later: the slot, the guests, and the hosts' questions. */
export default function JoinDialog({ event, name, onClose }: DialogProps) {
  const isChange = name === 'changeSeat'
  const { id, live, questions, maxGuests, blockedPeople, needsApproval, isHost } = event
  const join = useMutation(joining(id))
  const change = useMutation(changingJoiner(id))
  const form = useAppForm<Values, Values>(createFormSchema(event, isChange), {
    defaultValues: getDefaultValues(event, name),
    draftKey: `${isChange ? 'part' : 'join'}:${id}`,
  })
  const { errors, isSubmitting } = form.formState
  const [slotId = '', guests = [], tierId = ''] = form.watch(['slotId', 'guests', 'tierId'])
  const seats = 1 + guests.length
  const now = useNow(minute)
  const tiers = listTiers(event, isChange)
  const seatsOfTier = event.price && tierId ? countTierSeats(event.price, tierId) : Number.POSITIVE_INFINITY
  const freeSeats = Math.min(countSeatsFor(event, slotId, isChange ? live.mine : null), seatsOfTier)
  const isRequest = needsApproval && !isHost
  const orWait = !isChange && !isRequest && seats > freeSeats
  const label = isChange ? 'Save' : isRequest ? 'Ask to join' : orWait ? 'Join the waitlist' : 'Join'

  // The person pressed "Bring a guest", but the restored draft has none.
  useEffect(() => {
    if (name === 'bring' && form.getValues('guests').length === 0) form.setValue('guests', [''])
  }, [name, form.getValues, form.setValue])

  const send = form.submitWith(async (values) => {
    const seat = { slotId: values.slotId === '' ? null : values.slotId, guests: values.guests }
    if (isChange) {
      await change.mutateAsync(seat)
      showSnackbar('Saved.')
    } else {
      await join.mutateAsync({ ...seat, ...(values.tierId && { tierId: values.tierId }), answers: values.answers, orWait })
    }
    onClose()
  })
  const setGuests = (next: string[]) => form.setValue('guests', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  return (
    <Dialog
      title={isChange ? 'Change my seat' : isRequest ? 'Ask to join' : 'Join'}
      isOpen
      onClose={onClose}
      width={520}
      isDismissable={!isSubmitting}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form="join-form" variant="primary" isPending={isSubmitting}>
            {label}
          </Button>
        </>
      }
    >
      <form id="join-form" noValidate onSubmit={send} className="grid gap-6 pt-1">
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        {!isChange && <OverlapNote overlaps={event.overlaps} />}
        {!isChange && blockedPeople.length > 0 && (
          <div role="note" className="grid gap-0.5 border-l-2 border-warn pl-4">
            <p className="font-strong">Someone you blocked is going</p>
            <p className="text-small text-soft wrap-anywhere">
              {formatNames(blockedPeople.map((person) => person.name))}. Only you can see this. They are not notified.
            </p>
          </div>
        )}
        <FormProvider {...form}>
          <JoinChoice event={event} hasTiers={tiers.length > 0} questions={isChange ? [] : questions} />
        </FormProvider>
        {(maxGuests > 0 || guests.length > 0) && (
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
        )}
        {orWait && (
          <p role="status" className="text-small text-warn">
            {freeSeats > 0
              ? `Only ${freeSeats === 1 ? '1 seat is' : `${freeSeats} seats are`} left for your group of ${seats}. You can wait together until there is room for all of you.`
              : seatsOfTier === 0
                ? 'This ticket is sold out. Choose another one, or join the waitlist for it.'
                : 'There are no free seats right now. You can join the waitlist.'}
          </p>
        )}
        {event.price && !isChange && !isRequest && !isHost && !orWait && (tiers.length === 0 || tierId !== '') && (
          <Suspense>
            <SeatsTotal event={event} seats={seats} tierId={tierId || null} now={now} />
          </Suspense>
        )}
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}

/** Guests have no id, so their position is their key. */
const getGuestKey = (index: number) => `guest-${index}`
