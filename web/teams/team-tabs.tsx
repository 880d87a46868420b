import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { can } from '../../domain/access/can.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { joinClasses } from '../ui/class-names.ts'

type Team = Pick<TeamDetail, 'id' | 'role'>

/** The pages of a community. `isShown` decides who sees the tab. */
const tabs: readonly { label: string; path: string; isShown?: (team: Team) => boolean }[] = [
  { label: 'Games', path: '' },
  { label: 'Seasons', path: '/seasons', isShown: ({ role }) => can(role, 'team.view') },
  { label: 'People', path: '/people', isShown: ({ role }) => can(role, 'members.view') },
  { label: 'When can we play?', path: '/when', isShown: ({ role }) => can(role, 'hours.view') },
]

/** Links to the pages of a community. On a phone the row scrolls to the page that is open. */
export function TeamTabs({ team }: { team: Team }) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    if (!row.current || !current) return
    const [box, link] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()]
    row.current.scrollLeft += link.left + link.width / 2 - (box.left + box.width / 2)
  }, [])
  const shown = tabs.filter(({ isShown }) => isShown?.(team) ?? true)
  if (shown.length < 2) return null
  return (
    <nav
      ref={row}
      aria-label="Community"
      className="-mx-4.5 flex gap-6 overflow-x-auto border-b border-line px-4.5 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      {shown.map(({ label, path }) => (
        <NavLink
          key={path}
          to={teamPath(team.id) + path}
          end={path === ''}
          className={({ isActive }) =>
            joinClasses(
              '-mb-px inline-flex min-h-11.5 items-center whitespace-nowrap border-b-2 font-semibold transition-colors duration-100 focus-visible:-outline-offset-2',
              isActive ? 'border-court text-ink' : 'border-transparent text-soft hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
