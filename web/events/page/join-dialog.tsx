import { useMutation } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { countTierSeats } from '../../../domain/events/seat-price.ts'
import type { SeriesDate } from '../../../domain/events/series-contract.ts'
import { offersAllDates } from '../../../domain/events/series-rules.ts'
import { minute } from '../../../domain/time/spans.ts'
import { dropSeatDraft, useSeatDraft } from '../../seat-codes/seat-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { useNow } from '../../ui/use-now.ts'
import type { DialogProps } from '../dialogs.tsx'
import { formatNames } from '../format-event.ts'
import { bringingFriends, changingJoiner, joining, joiningSeries } from '../queries.ts'
import { DatesChoice } from './dates-choice.tsx'
import { GuestFields } from './guest-fields.tsx'
import { JoinChoice } from './join-choice.tsx'
import {
  countSeatsFor,
  createJoinSchema,
  getJoinDefaults,
  type JoinValues,
  listTiers,
  mayJoinWithFriends,
  maySeatFriends,
} from './join-form.ts'
import { OverlapNote } from './overlap-note.tsx'
import { showHeldSeats } from './show-held-seats.ts'

const SeatsTotal = lazy(() => import('./seats-total.tsx'))
const FriendFields = lazy(async () => ({ default: (await import('./friend-fields.tsx')).FriendFields }))
const JoinedDates = lazy(() => import('./joined-dates.tsx'))

/** The form to join a game, or to change one's seat later: the slot, the guests, and the hosts' questions. */
export default function JoinDialog({ event, name, onClose }: DialogProps) {
  const isChange = name === 'changeSeat'
  const { id, live, questions, maxGuests, blockedPeople, needsApproval, isHost } = event
  const join = useMutation(joining(id))
  const joinAll = useMutation(joiningSeries(id))
  const change = useMutation(changingJoiner(id))
  const bring = useMutation(bringingFriends(id))
  const [showsFriends, setShowsFriends] = useState(false)
  const [joinedDates, setJoinedDates] = useState<SeriesDate[] | null>(null)
  const { choice } = useSeatDraft(event)
  const form = useAppForm<JoinValues, JoinValues>(createJoinSchema(event, isChange), {
    defaultValues: { ...getJoinDefaults(event, name), ...(!isChange && choice) },
    draftKey: `${isChange ? 'part' : 'join'}:${id}`,
  })
  const { isSubmitting } = form.formState
  const [slotId = '', guests = [], friendIds = [], tierId = '', chosenDates = 'this'] = form.watch([
    ...(['slotId', 'guests', 'friendIds', 'tierId', 'dates'] as const),
  ])
  const seats = 1 + guests.length
  const now = useNow(minute)
  const tiers = listTiers(event, isChange)
  const seatsOfTier = event.price && tierId ? countTierSeats(event.price, tierId) : Number.POSITIVE_INFINITY
  const freeSeats = Math.min(countSeatsFor(event, slotId, isChange ? live.mine : null), seatsOfTier)
  const isRequest = needsApproval && !isHost
  const orWait = !isChange && !isRequest && seats > freeSeats
  const mayJoinAll = !isChange && offersAllDates(event)
  const countDates = 1 + (event.series?.joinable ?? 0)
  // Friends answer for one date.
  const mayBringLater = !isChange && maySeatFriends(event, now) && !mayJoinWithFriends(event)
  const mayBringFriends = maySeatFriends(event, now) && !mayBringLater && (!isChange || live.mine?.state === 'going')
  const friends = mayBringFriends && chosenDates === 'this' ? friendIds : []
  // Friends who came along before count like guests too, also if the viewer has left since.
  const friendsInGame = (live.friends ?? []).filter(({ isMine }) => isMine).length
  // Whoever waits for a seat of this slot comes before friends.
  const isWaitedFor = isChange && (live.slots.find((slot) => slot.id === slotId) ?? live).waiting > 0
  const isForAll = mayJoinAll && chosenDates === 'all'
  const label = isChange
    ? 'Save'
    : isForAll
      ? `${isRequest ? 'Ask to join' : 'Join'} ${countDates} dates`
      : isRequest
        ? 'Ask to join'
        : orWait
          ? 'Join the waitlist'
          : 'Join'

  // The person pressed "Bring a guest", but the restored draft has none.
  useEffect(() => {
    if (name === 'bring' && form.getValues('guests').length === 0) form.setValue('guests', [''])
  }, [name, form.getValues, form.setValue])

  const send = form.submitWith(async (values) => {
    const seat = { slotId: values.slotId === '' ? null : values.slotId, guests: values.guests }
    if (isForAll) {
      const { dates } = await joinAll.mutateAsync({ ...seat, answers: values.answers })
      dropSeatDraft(id)
      setJoinedDates(dates)
      return
    }
    if (isChange) {
      await change.mutateAsync(seat)
      if (friends.length > 0) showHeldSeats((await bring.mutateAsync({ friendIds: friends })).live, friends, 'We invited your friends.')
      else showSnackbar('Saved.')
    } else {
      const { live } = await join.mutateAsync({
        ...seat,
        ...(values.tierId && { tierId: values.tierId }),
        answers: values.answers,
        ...(friends.length > 0 && { friendIds: friends }),
        orWait,
      })
      dropSeatDraft(id)
      if (friends.length > 0) showHeldSeats(live, friends, 'You are on the list. We invited your friends.')
    }
    onClose()
  })

  if (joinedDates) {
    return (
      <Suspense>
        <JoinedDates dates={joinedDates} onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <Dialog
      title={isChange ? 'Change my seat' : isRequest ? 'Ask to join' : 'Join'}
      isOpen
      onClose={onClose}
      width={520}
      isDismissable={!isSubmitting}
      footer={
        <FormButtons formId="join-form" isSubmitting={isSubmitting} onCancel={onClose}>
          {label}
        </FormButtons>
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
          {mayJoinAll && (
            <DatesChoice
              value={chosenDates}
              count={countDates}
              onChange={(dates) => form.setValue('dates', dates, { shouldDirty: true })}
            />
          )}
          <JoinChoice event={event} hasTiers={tiers.length > 0} questions={isChange ? [] : questions} />
          <GuestFields maxGuests={Math.max(0, maxGuests - friends.length - friendsInGame)} />
          {mayBringFriends &&
            !isForAll &&
            (showsFriends || friends.length > 0 ? (
              <Suspense>
                <FriendFields
                  event={event}
                  room={maxGuests - guests.filter((guest) => guest !== '').length - friends.length - friendsInGame}
                  takesFocus={showsFriends}
                />
              </Suspense>
            ) : (
              <Button size="small" onClick={() => setShowsFriends(true)} className="justify-self-start">
                <UsersRound size={16} aria-hidden="true" /> Bring friends who have accounts
              </Button>
            ))}
          {mayBringLater && (
            <p className="text-small text-soft">
              Friends who have accounts pay for themselves. Once you have paid, you can hold a seat for each of them.
            </p>
          )}
        </FormProvider>
        {orWait && !isForAll && (
          <p role="status" className="text-small text-warn">
            {freeSeats > 0
              ? `Only ${freeSeats === 1 ? '1 seat is' : `${freeSeats} seats are`} left for your group of ${seats}. You can wait together until there is room for all of you.`
              : seatsOfTier === 0
                ? 'This ticket is sold out. Choose another one, or join the waitlist for it.'
                : 'There are no free seats right now. You can join the waitlist.'}
          </p>
        )}
        {friends.length > 0 && seats <= freeSeats && (isWaitedFor || seats + friends.length > freeSeats) && (
          <p role="status" className="text-small text-warn">
            {isChange
              ? 'There are not enough free seats to hold one for each friend. They get an invitation.'
              : 'There are not enough free seats to hold one for each friend. You get your seat, and they get an invitation.'}
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
