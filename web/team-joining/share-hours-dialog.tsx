import { whoSeesHours } from '../../domain/team-hours/contract.ts'
import { useShareHours } from '../team-hours/use-share-hours.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks a new member whether the community may use their hours to find times to play. */
export default function ShareHoursDialog({ team, onClose }: { team: { id: string; name: string }; onClose: () => void }) {
  const { setSharing, isPending } = useShareHours()
  return (
    <Dialog
      title={`You joined ${team.name}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" isPending={isPending} onClick={() => setSharing(team.id, true, onClose)}>
            Share my hours
          </Button>
        </>
      }
    >
      <p>Share your hours, so that the community finds times when you can play. {whoSeesHours} You can stop at any time.</p>
    </Dialog>
  )
}
