import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InviteFields, useInvite } from './invite-fields.tsx'
import { InviteLinkPart } from './invite-link-part.tsx'
import { OpenInvitations } from './open-invitations.tsx'

/** Invites people by name, by a list of the viewer, by email, and by a link. */
export default function InviteDialog({ team, onClose }: { team: { id: string; name: string }; onClose: () => void }) {
  const invite = useInvite(team.id, onClose)
  return (
    <Dialog
      title={`Invite people to ${team.name}`}
      isOpen
      onClose={onClose}
      width={560}
      isDismissable={!invite.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={invite.isPending}>
            Close
          </Button>
          <Button variant="primary" disabled={!invite.isReady} isPending={invite.isPending} pendingLabel="Inviting" onClick={invite.send}>
            Invite
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 pt-1">
        <InviteFields invite={invite} />
        <InviteLinkPart team={team} />
        <OpenInvitations teamId={team.id} />
      </div>
    </Dialog>
  )
}
