import { Crown, ShieldCheck, Tag, Undo2, UserMinus } from 'lucide-react'
import { type Capability, can } from '../../../domain/access/can.ts'
import type { RosterPerson } from '../../../domain/roster/contract.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { listManageableRoles } from '../../../domain/teams/rules.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import type { MemberAction } from './member-dialog.tsx'
import { writeWhoMay } from './write-who-may.ts'

type Given = {
  team: Pick<TeamDetail, 'role' | 'rights' | 'handOver' | 'faces'>
  row: RosterPerson
  viewerId: string | undefined
  onAction: (action: MemberAction) => void
  onTakeBack: () => void
}

/** The member was asked to take over, and has not answered. */
export const isAskedToTakeOver = ({ handOver }: Pick<TeamDetail, 'handOver'>, userId: string) =>
  handOver !== null && !handOver.isToMe && handOver.person.id === userId

/** What a member would look for in the menu of another one, with who may do it. No custom role may. */
function listRefused({ faces }: Pick<TeamDetail, 'faces'>): MenuEntry[] {
  const refuse = (capability: Capability, action: string) => ({
    onPress: () => undefined,
    refusal: writeWhoMay({ capability, action, people: faces, customRoles: [] }),
  })
  return [
    {
      ...{ id: 'role', label: 'Change role', icon: <ShieldCheck size={17} aria-hidden="true" /> },
      ...refuse('members.changeRole', 'change roles'),
    },
    {
      ...{ id: 'remove', label: 'Remove from community', icon: <UserMinus size={17} aria-hidden="true" /> },
      ...refuse('members.remove', 'remove people'),
    },
  ]
}

/** What the viewer can do with the membership of this person. */
export function listMemberActions({ team, row: { person, role }, viewerId, onAction, onTakeBack }: Given): MenuEntry[] {
  const isMe = person.id === viewerId
  if (!can(team, 'members.changeRole')) return isMe || role === 'owner' || !can(team, 'team.view') ? [] : listRefused(team)
  if (isMe) {
    if (role !== 'owner') return []
    return [{ id: 'title', label: 'Change my title', icon: <Tag size={17} aria-hidden="true" />, onPress: () => onAction('title') }]
  }
  const isManageable = listManageableRoles(team.role).some((manageable) => manageable === role)
  const onlyOwner = isManageable ? {} : { refusal: 'Only the owner can do this.' }
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
