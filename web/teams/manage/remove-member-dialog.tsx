import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { removingMember } from './manage-queries.ts'

type RemoveMemberDialogProps = { team: { id: string; name: string }; member: { id: string; name: string }; onClose: () => void }

/** Asks before a member is removed from a community. */
export function RemoveMemberDialog({ team, member, onClose }: RemoveMemberDialogProps) {
  const remove = useMutation(removingMember(team.id))
  const confirm = async () => {
    await remove.mutateAsync(member.id)
    showSnackbar(`${member.name} is no longer in ${team.name}.`)
  }
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      confirmLabel="Remove"
      cancelLabel="Keep"
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">
        {member.name} leaves {team.name} and its running seasons at once, and what you wrote down about them is deleted. They keep their
        seats in its games. We notify them, and for 30 days they can only come back if you invite them.
      </p>
    </ConfirmDialog>
  )
}
