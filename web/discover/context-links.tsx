import { NavLink, useLocation } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'

const contexts = [
  { to: '/discover', label: 'Games' },
  { to: '/discover/places', label: 'Places' },
  { to: '/discover/teams', label: 'Communities' },
  { to: '/localconnect', label: 'Players' },
] as const

/** Links to search for games, places, communities or players. They keep the location and the activities of the current search. */
export function ContextLinks() {
  const { search } = useLocation()
  const getQuery = (to: string) => {
    const query = new URLSearchParams(search)
    // The page of players always searches near the viewer's city, and it has its own filters.
    if (to === '/localconnect') return ''
    query.delete('show')
    // The filters by community and by hosts apply to games only.
    if (to !== '/discover') for (const name of ['team', 'hosts']) query.delete(name)
    return query.size > 0 ? `?${query}` : ''
  }
  return (
    <nav aria-label="Discover" className="flex gap-x-3 max-sm:w-full max-sm:justify-between sm:gap-x-5">
      {contexts.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to + getQuery(to)}
          end
          className={({ isActive }) =>
            joinClasses(
              'inline-flex min-h-11 items-center border-b-2 font-strong',
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
