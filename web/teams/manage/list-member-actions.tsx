import { Crown, ShieldCheck, Tag, Undo2, UserMinus } from 'lucide-react'
import { can } from '../../../domain/access/can.ts'
import type { RosterPerson } from '../../../domain/roster/contract.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { listManageableRoles } from '../../../domain/teams/rules.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import type { MemberAction } from './member-dialog.tsx'

type Given = {
  team: Pick<TeamDetail, 'role' | 'handOver'>
  row: RosterPerson
  viewerId: string | undefined
  onAction: (action: MemberAction) => void
  onTakeBack: () => void
}

/** The member was asked to take over, and has not answered. */
export const isAskedToTakeOver = ({ handOver }: Pick<TeamDetail, 'handOver'>, userId: string) =>
  handOver !== null && !handOver.isToMe && handOver.person.id === userId

/** What the viewer can do with the membership of this person. */
export function listMemberActions({ team, row: { person, role }, viewerId, onAction, onTakeBack }: Given): MenuEntry[] {
  if (!can(team.role, 'members.changeRole')) return []
  const isMe = person.id === viewerId
  if (isMe) {
    if (role !== 'owner') return []
    return [{ id: 'title', label: 'Change my title', icon: <Tag size={17} aria-hidden="true" />, onPress: () => onAction('title') }]
  }
  const isManageable = listManageableRoles(team.role).some((manageable) => manageable === role)
  const onlyOwner = isManageable ? {} : { isDisabled: true, hint: 'Only the owner can do this.' }
  const entries: MenuEntry[] =
    role === 'owner'
      ? []
      : [
          {
            id: 'role',
            label: 'Change role',
            icon: <ShieldCheck size={17} aria-hidden="true" />,
            onPress: () => onAction('role'),
            ...onlyOwner,
          },
          {
            id: 'remove',
            label: 'Remove from community',
            icon: <UserMinus size={17} aria-hidden="true" />,
            isDangerous: true,
            startsGroup: true,
            onPress: () => onAction('remove'),
            ...onlyOwner,
          },
        ]
  if (team.role !== 'owner') return entries
  const handOver: MenuEntry = isAskedToTakeOver(team, person.id)
    ? { id: 'take-back', label: 'Take the offer back', icon: <Undo2 size={17} aria-hidden="true" />, onPress: onTakeBack }
    : {
        id: 'hand-over',
        label: 'Hand over ownership',
        icon: <Crown size={17} aria-hidden="true" />,
        onPress: () => onAction('hand-over'),
        ...(team.handOver && { isDisabled: true, hint: `You asked ${team.handOver.person.name}.` }),
      }
  return entries.toSpliced(1, 0, handOver)
}
