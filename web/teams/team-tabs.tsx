import { can } from '../../domain/access/can.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { PageTabs } from '../ui/page-tabs.tsx'

type Team = Pick<TeamDetail, 'id' | 'role'>

/** The pages of a community. `isShown` decides who sees the tab. */
const tabs: readonly { label: string; path: string; isShown?: (team: Team) => boolean }[] = [
  { label: 'Games', path: '' },
  { label: 'Seasons', path: '/seasons', isShown: ({ role }) => can(role, 'team.view') },
  { label: 'People', path: '/people', isShown: ({ role }) => can(role, 'members.view') },
  { label: 'When can we play?', path: '/when', isShown: ({ role }) => can(role, 'hours.view') },
]

export function TeamTabs({ team }: { team: Team }) {
  const shown = tabs.filter(({ isShown }) => isShown?.(team) ?? true)
  if (shown.length < 2) return null
  return (
    <PageTabs label="Community" tabs={shown.map(({ label, path }) => ({ label, to: teamPath(team.id) + path, isFront: path === '' }))} />
  )
}
