import { NavLink, useLocation } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'

const contexts = [
  { to: '/discover', label: 'Games' },
  { to: '/discover/places', label: 'Places' },
  { to: '/discover/teams', label: 'Communities' },
  { to: '/localconnect', label: 'Players' },
] as const

/** What is looked for; where and for which activity stays the same. */
export function ContextLinks() {
  const { search } = useLocation()
  const kept = (to: string) => {
    const query = new URLSearchParams(search)
    // Players are near one's home, and have filters of their own.
    if (to === '/localconnect') return ''
    query.delete('show')
    // A community has games, and nothing else to look for; so have hosts.
    if (to !== '/discover') for (const name of ['team', 'hosts']) query.delete(name)
    return query.size > 0 ? `?${query}` : ''
  }
  return (
    <nav aria-label="Discover" className="flex gap-x-3 max-sm:w-full max-sm:justify-between sm:gap-x-5">
      {contexts.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to + kept(to)}
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
