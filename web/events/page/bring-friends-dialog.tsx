import { useMutation } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import * as v from 'valibot'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure, useAppForm } from '../../ui/form.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import type { DialogProps } from '../dialogs.tsx'
import { bringingFriends } from '../queries.ts'
import { FriendFields } from './friend-fields.tsx'
import { countSeatsFor, type JoinValues } from './join-form.ts'
import { countRoomForFriends } from './room-for-friends.ts'
import { showHeldSeats } from './show-held-seats.ts'

type BringValues = Pick<JoinValues, 'friendIds' | 'guests'>

const schema = v.object({
  friendIds: v.pipe(v.array(v.string()), v.minLength(1, 'Choose a friend.')),
  guests: v.array(v.string()),
})

/** Holds seats for friends of a player whose own seats cannot change, because they are paid for. */
export default function BringFriendsDialog({ event, onClose }: DialogProps) {
  const { id, live } = event
  const bring = useMutation(bringingFriends(id))
  const form = useAppForm<BringValues, BringValues>(schema, { defaultValues: { friendIds: [], guests: [] } })
  const { isSubmitting } = form.formState
  const chosen = form.watch('friendIds')
  const slotId = live.mine?.slotId ?? ''
  const isWaitedFor = (live.slots.find((slot) => slot.id === slotId) ?? live).waiting > 0
  const send = form.submitWith(async ({ friendIds }) => {
    showHeldSeats((await bring.mutateAsync({ friendIds })).live, friendIds, 'We invited your friends.')
    onClose()
  })
  return (
    <Dialog
      title="Bring friends"
      isOpen
      onClose={onClose}
      width={520}
      isDismissable={!isSubmitting}
      footer={
        <FormButtons formId="bring-form" isSubmitting={isSubmitting} isDisabled={chosen.length === 0} onCancel={onClose}>
          {chosen.length > 1 ? 'Hold seats' : 'Hold a seat'}
        </FormButtons>
      }
    >
      <form id="bring-form" noValidate onSubmit={send} className="grid gap-6 pt-1">
        <FormProvider {...form}>
          <FriendFields event={event} room={countRoomForFriends(event) - chosen.length} takesFocus={false} />
        </FormProvider>
        {chosen.length > 0 && (isWaitedFor || chosen.length > countSeatsFor(event, slotId, null)) && (
          <p role="status" className="text-small text-warn">
            There are not enough free seats to hold one for each friend. They get an invitation.
          </p>
        )}
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
