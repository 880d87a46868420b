import { useMutation } from '@tanstack/react-query'
import { sharingHours } from '../team-hours/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks a new member whether the community may use their hours to find times to play. */
export default function ShareHoursDialog({ team, onClose }: { team: { id: string; name: string }; onClose: () => void }) {
  const share = useMutation(sharingHours)
  return (
    <Dialog
      title={`You joined ${team.name}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            variant="primary"
            isPending={share.isPending}
            onClick={() => share.mutate({ id: team.id, isSharing: true }, { onSuccess: onClose })}
          >
            Share my hours
          </Button>
        </>
      }
    >
      <p>
        Share your hours, so that the community finds times when you can play. Members see how many can play. The owner, organizers,
        captains and coaches also see who. You can stop at any time.
      </p>
    </Dialog>
  )
}
