import { useQuery } from '@tanstack/react-query'
import { deletionPlan } from '../accounts/own-account-queries.ts'
import { TeamToLeaveRow } from '../accounts/team-to-leave-row.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'

/** Owners must hand over their community before they can leave it. The same choices are shown before an account is deleted. */
export default function HandOverDialog({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(deletionPlan)
  const team = data?.teams.find(({ id }) => id === teamId)
  return (
    <Dialog title="Hand over community" width={440} isOpen onClose={onClose}>
      <p className="text-soft">
        A community always needs an owner. Ask a member to take over. Once they accept, you are an organizer and can leave. If you pay for
        its plan, you go on paying until the new owner pays with their card, or you stop in Payments.
      </p>
      {team ? (
        <ul className="mt-4 grid grid-cols-[minmax(0,1fr)]">
          <TeamToLeaveRow key={team.role} team={team} />
        </ul>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} className="mt-4" />
      ) : (
        <Loading label="Loading members" className="mt-4">
          <SkeletonText lines={3} />
        </Loading>
      )}
    </Dialog>
  )
}
