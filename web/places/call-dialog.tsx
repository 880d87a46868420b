import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityId } from '../../domain/activities.ts'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { Button } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { activityOf, formatActivity } from './format-place.ts'
import { callingPlayers } from './queries.ts'

const playerCounts = [1, 2, 3, 4, 5, 6, 8, 10]

type CallDialogProps = { place: PlaceDetail; isOpen: boolean; onClose: () => void }

/** Asks the followers of a place to come and play. Mount the dialog again for each opening, so that it starts empty. */
export default function CallDialog({ place, isOpen, onClose }: CallDialogProps) {
  const call = useMutation(callingPlayers(place.id))
  const [needed, setNeeded] = useState(2)
  const [activity, setActivity] = useState<ActivityId>(activityOf(place.activities))
  const send = () =>
    call.mutate(
      { activity, needed },
      {
        onSuccess: () => {
          showSnackbar('We notified the players who follow this place.')
          onClose()
        },
      },
    )
  return (
    <Dialog
      title="Call for players"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isPending={call.isPending} pendingLabel="Calling" onClick={send}>
            Call for {needed} more
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <fieldset className="flex flex-wrap gap-x-2 gap-y-2.5">
          <legend className="mb-2.5 text-small font-strong">How many players?</legend>
          {playerCounts.map((number) => (
            <ToggleChip key={number} isOn={number === needed} onToggle={() => setNeeded(number)}>
              {number}
            </ToggleChip>
          ))}
        </fieldset>
        {place.activities.length > 1 && (
          <fieldset className="flex flex-wrap gap-x-2 gap-y-2.5">
            <legend className="mb-2.5 text-small font-strong">Which activity?</legend>
            {place.activities.map((id) => (
              <ToggleChip key={id} isOn={id === activity} onToggle={() => setActivity(activityOf([id]))}>
                {formatActivity(id)}
              </ToggleChip>
            ))}
          </fieldset>
        )}
        <p className="text-small text-soft">We notify everyone who follows {place.name}. You can call once every 30 minutes.</p>
        {call.error && <ErrorNotice error={call.error} />}
      </div>
    </Dialog>
  )
}
