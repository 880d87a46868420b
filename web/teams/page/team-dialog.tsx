import { lazy } from 'react'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'

// Each is loaded when it is opened.
const RequestsDialog = lazy(() => import('../../team-joining/requests-dialog.tsx'))
const InviteDialog = lazy(() => import('../../team-joining/invite-dialog.tsx'))
const ShareHoursDialog = lazy(() => import('../../team-joining/share-hours-dialog.tsx'))
const TeamCalendarDialog = lazy(() => import('../../calendar-addresses/team-calendar-dialog.tsx'))
const LeaveDialog = lazy(() => import('../../team-joining/leave-dialog.tsx'))

export type TeamDialogName = 'requests' | 'invite' | 'joined' | 'calendar' | 'leave'

/** The dialogs that the actions of a community open. */
export function TeamDialog({ name, team, onClose }: { name: TeamDialogName; team: TeamDetail; onClose: () => void }) {
  switch (name) {
    case 'requests':
      return <RequestsDialog teamId={team.id} onClose={onClose} />
    case 'invite':
      return <InviteDialog team={team} onClose={onClose} />
    case 'joined':
      return <ShareHoursDialog team={team} onClose={onClose} />
    case 'calendar':
      return <TeamCalendarDialog team={team} onClose={onClose} />
    case 'leave':
      return <LeaveDialog team={team} onClose={onClose} />
  }
}
