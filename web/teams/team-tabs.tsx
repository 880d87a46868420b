import { can } from '../../domain/access/can.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { formatUnread } from '../team-announcements/format-unread.ts'
import { PageTabs } from '../ui/page-tabs.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

type Team = Pick<TeamDetail, 'id' | 'role'> & Partial<Pick<TeamDetail, 'unreadAnnouncements'>>

/** The pages of a community. `isShown` decides who sees the tab. */
const tabs: readonly {
  label: string
  path: string
  isShown?: (team: Team) => boolean
  countNew?: (team: Team) => number | null | undefined
}[] = [
  { label: 'Games', path: '' },
  {
    label: 'News',
    path: '/news',
    isShown: ({ role }) => can(role, 'team.view'),
    countNew: ({ unreadAnnouncements }) => unreadAnnouncements,
  },
  { label: 'Seasons', path: '/seasons', isShown: ({ role }) => can(role, 'team.view') },
  { label: 'People', path: '/people', isShown: ({ role }) => can(role, 'members.view') },
  { label: 'When can we play?', path: '/when', isShown: ({ role }) => can(role, 'hours.view') },
]

export function TeamTabs({ team }: { team: Team }) {
  const shown = tabs.filter(({ isShown }) => isShown?.(team) ?? true)
  if (shown.length < 2) return null
  return (
    <PageTabs
      label="Community"
      tabs={shown.map(({ label, path, countNew }) => ({
        label,
        to: teamPath(team.id) + path,
        isFront: path === '',
        note: <NewCount count={countNew?.(team) ?? 0} />,
      }))}
    />
  )
}

function NewCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="grid h-4.5 min-w-4.5 place-items-center rounded-full border-[1.5px] border-on-ball bg-ball px-1 text-[0.6875rem] leading-none font-bold text-on-ball tabular-nums">
      {formatUnread(count)} <VisuallyHidden>new</VisuallyHidden>
    </span>
  )
}
