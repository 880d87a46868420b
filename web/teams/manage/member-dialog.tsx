import type { RosterPerson } from '../../../domain/roster/contract.ts'
import { grantedRoles } from '../../../domain/teams/contract.ts'
import type { TeamRole } from '../../../domain/teams/roles.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { OwnTitleDialog, RoleDialog } from './role-dialog.tsx'

export type MemberAction = 'role' | 'title' | 'remove' | 'hand-over'

type MemberDialogProps = {
  team: { id: string; name: string; role: TeamRole | null }
  row: RosterPerson
  action: MemberAction
  onClose: () => void
}

/** What an owner or organizer does with a member: their role, their title, removing them, handing over to them. */
export default function MemberDialog({ team, row: { person, role, customRole, title }, action, onClose }: MemberDialogProps) {
  const member = { id: person.id, name: person.name, title }
  const given = grantedRoles.find((one) => one === role)
  if (action === 'remove') return <RemoveMemberDialog team={team} member={member} onClose={onClose} />
  if (action === 'hand-over') return <OfferDialog team={team} member={member} onClose={onClose} />
  if (action === 'title') return <OwnTitleDialog teamId={team.id} member={member} onClose={onClose} />
  if (given === undefined) return null
  return <RoleDialog teamId={team.id} member={{ ...member, role: given, customRole }} viewerRole={team.role} onClose={onClose} />
}
