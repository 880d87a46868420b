import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { offeringTeam } from '../own-team-queries.ts'

type OfferDialogProps = { team: { id: string; name: string }; member: { id: string; name: string }; onClose: () => void }

/** Asks before the owner offers the community to a member. */
export function OfferDialog({ team, member, onClose }: OfferDialogProps) {
  const offer = useMutation(offeringTeam)
  const confirm = async () => {
    await offer.mutateAsync({ id: team.id, to: member.id })
    showSnackbar(`You asked ${member.name} to take over.`)
  }
  return (
    <ConfirmDialog
      title={`Hand over to ${member.name}?`}
      confirmLabel={`Ask ${member.name} to take over`}
      cancelLabel="Stay the owner"
      isOpen
      onClose={onClose}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">
        {member.name} has 7 days to accept. Until then you are the owner of {team.name}, and can take the offer back. After that you are an
        organizer, and only {member.name} can give it to somebody else.
      </p>
    </ConfirmDialog>
  )
}
