import { useMutation, useQueryClient } from '@tanstack/react-query'
import { can } from '../../domain/access/can.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { leavingTeam, refreshAfterLeaving } from '../teams/own-team-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { refreshMembership } from './queries.ts'

/** Asks before a member leaves. */
export default function LeaveDialog({ team, onClose }: { team: TeamDetail; onClose: () => void }) {
  const { id, name } = team
  const queries = useQueryClient()
  const leave = useMutation(leavingTeam)
  const confirm = async () => {
    await leave.mutateAsync(id)
    showSnackbar(`You have left ${name}.`)
    void refreshAfterLeaving(queries)
    void refreshMembership(queries, id)
  }
  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        You lose your seats in its members-only games, and get none of its notifications. You keep your seats in its public games.
        {can(team, 'events.manage') && ' You can no longer host its games.'}
      </p>
    </ConfirmDialog>
  )
}
